import { type ReactNode, useRef, useState } from 'react';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { DialogButtons } from '../ui/Dialog.tsx';
import { formatNumber } from '../ui/format.ts';
import { ProgressBar } from '../ui/Progress.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import classes from './approvals.module.css';
import type { DecidableWorklogs, MatchingDecision } from './decide-matching.ts';

type Props = {
  found: DecidableWorklogs;
  /** Below the totals. */
  preview: ReactNode;
  /** How many were sent; null before. */
  sent: number | null;
  onDecide: (wanted: MatchingDecision) => void;
  onClose: () => void;
};

/** The confirmation: what will be decided, with its totals, and one note for all of it. */
export function MatchingForm({ found: { worklogs, sum, further, own }, preview, sent, onDecide, onClose }: Props) {
  const { currency } = useCompany();
  const [notes, setNotes] = useState('');
  const [isNoteMissing, setNoteMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const count = worklogs.length;
  const ownText = useCan('worklogs.enter') ? m.approvals_matching_own_or_entered : m.approvals_matching_own;
  const isSending = sent !== null;
  const reject = () => {
    if (notes.trim() !== '') return onDecide({ decision: 'reject', notes });
    setNoteMissing(true);
    field.current?.focus();
  };
  return (
    <div className={classes.dialog}>
      <SummaryFigures
        figures={[
          { label: m.approvals_log_items(), value: formatNumber(count) },
          { label: m.approvals_total_hours(), value: <DurationText minutes={sum.minutes} /> },
          {
            label: m.approvals_total_expenses(),
            value: <MoneyList amounts={sum.expenses} currency={currency} />,
          },
        ]}
      />
      {preview}
      {further > 0 && <p>{m.approvals_matching_further({ count: further })}</p>}
      {own > 0 && <p>{ownText({ count: own })}</p>}
      <p className="dimmed">{m.approvals_matching_text()}</p>
      <TextArea
        ref={field}
        label={m.approvals_note()}
        placeholder={m.approvals_note_placeholder()}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        error={isNoteMissing && notes.trim() === '' ? m.reason_field_required() : null}
        maxLength={maxNotesLength}
        disabled={isSending}
        minRows={3}
      />
      {isSending && <ProgressBar value={sent} max={count} label={m.approvals_matching_progress()} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {isSending ? m.approvals_matching_stop() : m.ui_cancel()}
        </Button>
        <Button variant="default" className={classes.reject ?? ''} disabled={isSending || count === 0} onClick={reject}>
          {count === 0 ? m.approvals_reject() : m.approvals_reject_many({ count })}
        </Button>
        <Button loading={isSending} disabled={count === 0} onClick={() => onDecide({ decision: 'approve', notes })}>
          {count === 0 ? m.approvals_approve() : m.approvals_approve_many({ count })}
        </Button>
      </DialogButtons>
    </div>
  );
}
