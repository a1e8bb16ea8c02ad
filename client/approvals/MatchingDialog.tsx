import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { formatNumber } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './approvals.module.css';
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
  const failure = result?.failure ?? null;
  // If nothing was decided or refused, it can be tried again.
  const ended = result && (result.done.length > 0 || result.refused.size > 0) ? result : null;
  const close = () => (sent === null ? onClose() : stop());
  return (
    <Dialog isOpen size="large" onClose={close} title={titleOf(opened, found?.worklogs.length, ended)}>
      <div className={classes.dialog}>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!found && !error && <SkeletonRows rows={2} height={60} />}
        {failure !== null && <FailureAlert text={problemText(failure)} />}
        {ended && <Refusals result={ended} onClose={close} />}
        {found && !ended && (
          <MatchingForm
            found={found}
            preview={opened.workerName !== undefined && <MatchingPreview opened={opened} found={found} />}
            sent={sent}
            onClose={close}
            onDecide={async (wanted) => {
              setResult(null);
              const result = await send(found.worklogs, wanted);
              onDone?.();
              if (result.done.length > 0) announce(wanted.decision, result);
              if (result.refused.size > 0 || result.failure !== null) setResult(result);
              else onClose();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function titleOf({ workerName }: OpenMatching, count: number | undefined, result: MatchingResult | null): string {
  if (result) {
    const refused = result.refused.values().reduce((sum, one) => sum + one, 0);
    return m.approvals_refused_title({ count: result.failure === null ? refused : (count ?? 0) - result.done.length });
  }
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
