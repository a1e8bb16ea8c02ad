import { isDay } from '#domain/calendar.ts';
import { type PolicyName, policies, policyNames } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { policyOptionLabel } from '../settings/policy-texts.ts';
import { formatDate } from '../ui/format.ts';
import type { CompanyField, CompanyValues, MergedCompany } from './company-merge.ts';
import { weekdayChoices } from './form-options.ts';
import { settingLabel } from './setting-texts.ts';

type Props = Pick<MergedCompany, 'taken' | 'kept'> & { theirs: CompanyValues };

/** The changes of another admin: fields that were taken over, and fields where the own input was kept. */
export function CompanyChanges({ theirs, taken, kept }: Props) {
  const messageOf = (field: CompanyField) => ({ field: settingLabel(field), theirs: formatField(theirs, field) });
  return (
    <ul>
      {kept.map((field) => (
        <li key={field}>{m.company_yours_kept(messageOf(field))}</li>
      ))}
      {taken.map((field) => (
        <li key={field}>{m.company_theirs_taken(messageOf(field))}</li>
      ))}
    </ul>
  );
}

const isPolicy = (field: CompanyField): field is PolicyName => policyNames.some((name) => name === field);

function formatField(values: CompanyValues, field: CompanyField): string {
  const value = values[field];
  if (value === true) return m.company_switched_on();
  if (value === false) return m.company_switched_off();
  if (value === '') return m.history_nothing();
  if (field === 'weekStartsOn') return weekdayChoices().find((day) => day.value === value)?.label ?? value;
  if (!isPolicy(field)) return value;
  if (policies[field].kind === 'choice') return policyOptionLabel(field, value);
  return isDay(value) ? formatDate(value) : value;
}
