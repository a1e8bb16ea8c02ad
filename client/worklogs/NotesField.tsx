import { Textarea } from '@mantine/core';
import { notesMaximumLength } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { FieldProps } from './fields.ts';

export const NotesField = ({ entry, mistakes, onChange, isRequired }: FieldProps & { isRequired: boolean }) => (
  <Textarea
    label={isRequired ? m.worklog_notes() : m.worklog_notes_optional()}
    value={entry.notes}
    onChange={(event) => onChange({ ...entry, notes: event.currentTarget.value })}
    error={mistakes.notes?.message}
    maxLength={notesMaximumLength}
    autosize
    minRows={3}
    maxRows={12}
    required={isRequired}
    withAsterisk={false}
  />
);
