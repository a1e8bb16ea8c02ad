import { useState } from 'react';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { type DecidableWorklogs, type MatchingResult, useDecideMatching } from './decide-matching.ts';
import type { approvalApiFilter } from './filter.ts';
import { MatchingForm } from './MatchingForm.tsx';
import { MatchingRefusals } from './MatchingRefusals.tsx';

type Props = {
  apiFilter: ReturnType<typeof approvalApiFilter>;
  /** Pending worklogs of the filter. */
  count: number;
  onDone: () => void;
};

/** Offers to decide on all pending worklogs of the filter, after one confirmation that shows their totals. */
export function SelectMatching({ apiFilter: { statuses: _, ...filter }, count, onDone }: Props) {
  const { id: companyId } = useCompany();
  const [isLoading, setLoading] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // What is confirmed does not change under the eyes of the reader.
  const [found, setFound] = useState<DecidableWorklogs | null>(null);
  const [result, setResult] = useState<MatchingResult | null>(null);
  const { sent, send, stop, announce } = useDecideMatching();
  const ask = async () => {
    setLoading(true);
    try {
      setFound(await api('GET /companies/{companyId}/decidable-worklogs', { companyId, ...filter }));
      setResult(null);
      setOpen(true);
    } catch (error) {
      toastProblem(error);
    } finally {
      setLoading(false);
    }
  };
  const close = () => {
    if (sent !== null) return stop();
    setOpen(false);
    if (result) onDone();
  };
  return (
    <>
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={ask}>
        {m.approvals_select_matching({ count })}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={
          result
            ? m.approvals_refused_title({ count: total(result) })
            : m.approvals_matching_title({ count: found?.worklogs.length ?? 0 })
        }
      >
        {result && <MatchingRefusals result={result} onClose={close} />}
        {found && !result && (
          <MatchingForm
            found={found}
            sent={sent}
            onClose={close}
            onDecide={async (wanted) => {
              const answer = await send(found.worklogs, wanted);
              if (answer.done.length > 0) announce(wanted.decision, answer);
              if (answer.refused.size > 0) return setResult(answer);
              setOpen(false);
              onDone();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

const total = ({ refused }: MatchingResult): number => refused.values().reduce((sum, count) => sum + count, 0);
