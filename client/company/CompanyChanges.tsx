import { m } from '#locales/messages.js';
import { formatDate } from '../ui/format.ts';
import type { CompanyField, CompanyValues, Merged } from './merge.ts';
import { weekdayChoices } from './zones.ts';

type Props = Pick<Merged, 'taken' | 'kept'> & { theirs: CompanyValues };

const labels: Record<CompanyField, () => string> = {
  name: m.company_name,
  timeZone: m.company_time_zone,
  currency: m.company_currency,
  weekStartsOn: m.company_week_starts_on,
  lockedUntil: m.company_locked_until,
  flagsOverlaps: m.company_flag_overlaps,
  allowFuture: m.company_allow_future,
  requireNotes: m.company_require_notes,
};

/** What another admin changed: taken over, or standing against what was typed here. */
export function CompanyChanges({ theirs, taken, kept }: Props) {
  const told = (field: CompanyField) => ({ field: labels[field](), theirs: written(theirs, field) });
  return (
    <ul>
      {kept.map((field) => (
        <li key={field}>{m.company_yours_kept(told(field))}</li>
      ))}
      {taken.map((field) => (
        <li key={field}>{m.company_theirs_taken(told(field))}</li>
      ))}
    </ul>
  );
}

function written(values: CompanyValues, field: CompanyField): string {
  const value = values[field];
  if (value === true) return m.company_switched_on();
  if (value === false) return m.company_switched_off();
  if (field === 'weekStartsOn') return weekdayChoices().find((day) => day.value === value)?.label ?? value;
  if (field === 'lockedUntil') return value === '' ? m.history_nothing() : formatDate(value);
  return value;
}
