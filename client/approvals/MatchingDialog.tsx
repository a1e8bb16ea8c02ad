import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { type MatchingResult, type OpenMatching, useDecideMatching } from './decide-matching.ts';
import { MatchingForm } from './MatchingForm.tsx';
import { MatchingPreview } from './MatchingPreview.tsx';
import { RefusedList } from './RefusedList.tsx';

type Props = { opened: OpenMatching; onClose: () => void; onDone?: () => void };

/** Decides on all pending worklogs of the filter, after one confirmation that shows their totals. */
export function MatchingDialog({ opened, onClose, onDone }: Props) {
  const { id: companyId } = useCompany();
  const { statuses: _, ...filter } = opened.apiFilter;
  // What the user is about to confirm must not change while it is shown.
  const {
    data: found,
    error,
    refetch,
  } = useQuery({
    queryKey: ['decidable', companyId, opened],
    queryFn: () => api('GET /companies/{companyId}/decidable-worklogs', { companyId, ...filter }),
    staleTime: 'static',
  });
  const [result, setResult] = useState<MatchingResult | null>(null);
  const { sent, send, stop, announce } = useDecideMatching();
  const close = () => (sent === null ? onClose() : stop());
  return (
    <Dialog isOpen size="large" onClose={close} title={titleOf(opened, found?.worklogs.length, result)}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!found && !error && <SkeletonRows rows={2} height={60} />}
      {result && <Refusals result={result} onClose={close} />}
      {found && !result && (
        <MatchingForm
          found={found}
          preview={opened.workerName !== undefined && <MatchingPreview opened={opened} found={found} />}
          sent={sent}
          onClose={close}
          onDecide={async (wanted) => {
            const result = await send(found.worklogs, wanted);
            onDone?.();
            if (result.done.length > 0) announce(wanted.decision, result);
            if (result.refused.size > 0) setResult(result);
            else onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function titleOf({ workerName }: OpenMatching, count: number | undefined, result: MatchingResult | null): string {
  if (result) return m.approvals_refused_title({ count: result.refused.values().reduce((sum, one) => sum + one, 0) });
  if (count === undefined) return workerName ?? m.approvals_matching_loading();
  return workerName === undefined
    ? m.approvals_matching_title({ count })
    : m.approvals_matching_title_worker({ count, name: workerName });
}

type RefusalsProps = { result: MatchingResult; onClose: () => void };

/** How many were refused for which reason. */
const Refusals = ({ result: { done, refused }, onClose }: RefusalsProps) => (
  <RefusedList
    doneCount={done.length}
    refusals={[...refused].map(([message, count]) => (
      <li key={message}>
        <strong className="numeric">{formatNumber(count)} ×</strong>
        <p>{message}</p>
      </li>
    ))}
  >
    <DialogButtons>
      <Button onClick={onClose}>{m.shell_close()}</Button>
    </DialogButtons>
  </RefusedList>
);
