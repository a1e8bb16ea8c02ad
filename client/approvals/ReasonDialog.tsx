import { useState } from 'react';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import type { StableRow } from '../worklog/stable-rows.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';
import { reasonTexts } from './decisions.ts';

/** The decision on one row that needs a reason. */
export type ReasonedDecision = { decision: Exclude<Decision, 'approve'>; row: StableRow };
type Props = {
  pending: ReasonedDecision | null;
  /** Resolves to whether the decision took effect. */
  onDecide: (pending: ReasonedDecision, notes: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks for the note that rejecting and reopening require. The note is kept until the decision succeeds. */
export function ReasonDialog({ pending, onDecide, onClose }: Props) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const saveDraft = (key: string, notes: string) => setDrafts((before) => ({ ...before, [key]: notes }));
  const key = pending ? `${pending.decision} ${pending.row.worklog.id}` : '';
  const decide = async (what: ReasonedDecision, notes: string) => {
    const isDone = await onDecide(what, notes);
    if (isDone) saveDraft(key, '');
    return isDone;
  };
  return (
    <Dialog isOpen={pending !== null} onClose={onClose} title={pending ? reasonTexts[pending.decision].title() : ''}>
      {pending && (
        <ReasonForm
          key={key}
          pending={pending}
          notes={drafts[key] ?? ''}
          onNotes={(notes) => saveDraft(key, notes)}
          onDecide={decide}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type FormProps = Props & { pending: ReasonedDecision; notes: string; onNotes: (notes: string) => void };

function ReasonForm({ pending, notes, onNotes, onDecide, onClose }: FormProps) {
  const { decision, row } = pending;
  const [isTried, setTried] = useState(false);
  const decide = () => {
    if (notes.trim() === '') setTried(true);
    else onDecide(pending, notes);
  };
  return (
    <Form noValidate className={classes.dialog} onSubmit={decide}>
      <p className="dimmed">{rowLabel(row)}</p>
      <TextArea
        label={reasonTexts[decision].label()}
        description={m.approvals_shown_to({ name: row.worklog.workerName })}
        value={notes}
        onChange={(event) => onNotes(event.currentTarget.value)}
        error={isTried && notes.trim() === '' ? m.reason_field_required() : null}
        maxLength={maxNotesLength}
        required
        minRows={3}
        data-autofocus
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button {...(decision === 'reject' ? { color: 'red' } : {})} type="submit">
          {reasonTexts[decision].verdict()}
        </Button>
      </DialogButtons>
    </Form>
  );
}
