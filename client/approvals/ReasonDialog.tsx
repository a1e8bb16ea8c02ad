import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Decision, notesMaximumLength } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { StableRow } from '../worklog/stable-rows.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';

/** The decision on one row that needs a reason. */
export type Asked = { decision: Exclude<Decision, 'approve'>; row: StableRow };
type Props = {
  asked: Asked | null;
  /** Resolves to whether the decision took effect. */
  onDecide: (asked: Asked, notes: string) => Promise<boolean>;
  onClose: () => void;
};

const words = {
  reject: { title: m.approvals_reject_title, label: m.approvals_note, verdict: m.approvals_reject },
  reopen: { title: m.approvals_reopen_title, label: m.approvals_reopen_reason, verdict: m.approvals_reopen },
};

/** Asks for the note that rejecting and reopening require. The note is kept until the decision succeeds. */
export function ReasonDialog({ asked, onDecide, onClose }: Props) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const keep = (key: string, notes: string) => setDrafts((before) => ({ ...before, [key]: notes }));
  const key = asked ? `${asked.decision} ${asked.row.worklog.id}` : '';
  const decide = async (what: Asked, notes: string) => {
    const isDone = await onDecide(what, notes);
    if (isDone) keep(key, '');
    return isDone;
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={asked ? words[asked.decision].title() : ''}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {asked && (
        <Form
          key={key}
          asked={asked}
          notes={drafts[key] ?? ''}
          onNotes={(notes) => keep(key, notes)}
          onDecide={decide}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type FormProps = Props & { asked: Asked; notes: string; onNotes: (notes: string) => void };

function Form({ asked, notes, onNotes, onDecide, onClose }: FormProps) {
  const { decision, row } = asked;
  const [isTried, setTried] = useState(false);
  const decide = () => {
    if (notes.trim() === '') setTried(true);
    else onDecide(asked, notes);
  };
  return (
    <form
      noValidate
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      <p className="dimmed">{rowLabel(row)}</p>
      <Textarea
        label={words[decision].label()}
        description={m.approvals_shown_to({ name: row.worklog.workerName })}
        value={notes}
        onChange={(event) => onNotes(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
        }}
        error={isTried && notes.trim() === '' ? m.reason_field_required() : null}
        maxLength={notesMaximumLength}
        required
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button {...(decision === 'reject' ? { color: 'red' } : {})} type="submit">
          {words[decision].verdict()}
        </Button>
      </div>
    </form>
  );
}
