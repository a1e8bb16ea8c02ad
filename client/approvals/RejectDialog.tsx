import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { notesMaximumLength } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { Row } from '../ui/steady-rows.ts';
import classes from './approvals.module.css';
import { rowLabel } from './columns.tsx';

type Props = { row: Row | null; onReject: (row: Row, notes: string) => void; onClose: () => void };

/** Rejecting one needs a word to its worker. */
export const RejectDialog = ({ row, onReject, onClose }: Props) => (
  <Modal
    opened={row !== null}
    onClose={onClose}
    title={m.approvals_reject_title()}
    closeButtonProps={{ 'aria-label': m.shell_close() }}
  >
    {row && <Form key={row.worklog.id} row={row} onReject={onReject} onClose={onClose} />}
  </Modal>
);

function Form({ row, onReject, onClose }: Props & { row: Row }) {
  const [notes, setNotes] = useState('');
  const [isTried, setTried] = useState(false);
  const reject = () => {
    if (notes.trim() === '') setTried(true);
    else onReject(row, notes);
  };
  return (
    <form
      noValidate
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        reject();
      }}
    >
      <p className="dimmed">{rowLabel(row)}</p>
      <Textarea
        label={m.approvals_note()}
        description={m.approvals_shown_to({ name: row.worklog.workerName })}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reject();
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
        <Button color="red" type="submit">
          {m.approvals_reject()}
        </Button>
      </div>
    </form>
  );
}
