import { type ReactNode, useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { sumWorklogs } from '#domain/totals.ts';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { SelectionBar } from '../ui/SelectionBar.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import classes from './approvals.module.css';
import { decidableWorklogs } from './selection.ts';

type Props = {
  worklogs: readonly Worklog[];
  notes: string;
  onNotes: (notes: string) => void;
  onDecide: (decision: Decision, worklogs: Worklog[], notes: string) => void;
  onClear: () => void;
  /** Offers more than the page. */
  children?: ReactNode;
};

/** Decides on all selected worklogs for which the decision is possible, with one note. */
export function BulkBar({ worklogs, notes, onNotes, onDecide, onClear, children }: Props) {
  const { currency } = useCompany();
  const [isNoteMissing, setNoteMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { minutes, expenses } = sumWorklogs(worklogs);
  const approvable = decidableWorklogs(worklogs, 'approve');
  const reopenable = decidableWorklogs(worklogs, 'reopen');
  const decide = (decision: Decision, chosen: Worklog[]) => {
    if (decision !== 'approve' && notes.trim() === '') {
      setNoteMissing(true);
      field.current?.focus({ preventScroll: true });
      return;
    }
    onDecide(decision, chosen, notes);
  };
  return (
    <SelectionBar
      label={m.approvals_selection()}
      text={m.approvals_selected({ count: worklogs.length })}
      sums={
        <span className="dimmed numeric">
          <DurationText minutes={minutes} />
          {expenses.length > 0 && (
            <>
              {' · '}
              <MoneyList amounts={expenses} currency={currency} />
            </>
          )}
        </span>
      }
      onClear={onClear}
      more={children}
    >
      <div className={classes.bulkDecision}>
        <TextArea
          ref={field}
          className={classes.bulkNote ?? ''}
          aria-label={m.approvals_note()}
          placeholder={placeholderOf(approvable.length > 0, reopenable.length > 0)}
          value={notes}
          onChange={(event) => onNotes(event.currentTarget.value)}
          error={isNoteMissing && notes.trim() === '' ? m.reason_field_required() : null}
          maxLength={maxNotesLength}
          rows={1}
        />
        <div className={classes.bulkActions}>
          {reopenable.length > 0 && (
            <Button variant="default" onClick={() => decide('reopen', reopenable)}>
              {m.approvals_reopen_many({ count: reopenable.length })}
            </Button>
          )}
          {approvable.length > 0 && (
            <>
              <Button
                variant="default"
                className={classes.reject ?? ''}
                onClick={() => decide('reject', decidableWorklogs(worklogs, 'reject'))}
              >
                {m.approvals_reject_many({ count: approvable.length })}
              </Button>
              <Button onClick={() => decide('approve', approvable)}>
                {m.approvals_approve_many({ count: approvable.length })}
              </Button>
            </>
          )}
        </div>
      </div>
    </SelectionBar>
  );
}

/** Names the possible decisions that need a note. */
function placeholderOf(canReject: boolean, canReopen: boolean): string {
  if (!canReopen) return m.approvals_note_placeholder();
  return canReject ? m.approvals_note_placeholder_both() : m.approvals_note_placeholder_reopen();
}
