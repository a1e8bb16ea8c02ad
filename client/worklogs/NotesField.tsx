import { maxNotesLength } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { TextArea } from '../ui/TextArea.tsx';
import type { EntryFieldProps } from './fields.ts';
import classes from './worklogs.module.css';

export const NotesField = ({ entry, errors, onChange, isRequired }: EntryFieldProps & { isRequired: boolean }) => (
  <TextArea
    label={isRequired ? m.worklog_notes() : m.worklog_notes_optional()}
    value={entry.notes}
    onChange={(event) => onChange({ ...entry, notes: event.currentTarget.value })}
    error={errors.notes?.message}
    maxLength={maxNotesLength}
    rows={3}
    required={isRequired}
    fieldClassName={classes.notesArea ?? ''}
  />
);
