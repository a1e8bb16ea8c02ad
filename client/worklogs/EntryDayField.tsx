import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayField } from '../ui/DayField.tsx';
import { moveEntryToDay } from './entry.ts';
import type { EntryFieldProps } from './fields.ts';
import { useToday } from './today.ts';

/** The day of a worklog without times, in the zone of the company. */
export function EntryDayField({ entry, errors, onChange }: EntryFieldProps) {
  const today = useToday(useCompany().timeZone);
  return (
    <DayField
      required
      label={m.worklog_date()}
      value={entry.day}
      near={today}
      onChange={(day, before) => onChange(moveEntryToDay(entry, day, before))}
      error={errors.day?.message}
    />
  );
}
