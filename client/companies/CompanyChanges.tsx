import { isDay } from '#domain/calendar.ts';
import { type PolicyName, policies, policyNames } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { formatDate } from '../ui/format.ts';
import type { CompanyField, CompanyValues, companyBasics, MergedCompany } from './company-merge.ts';
import { weekdayChoices } from './form-options.ts';
import { policyOptionLabel, policyTexts } from './policy-texts.ts';

type Props = Pick<MergedCompany, 'taken' | 'kept'> & { theirs: CompanyValues };

const basicLabels: Record<(typeof companyBasics)[number], () => string> = {
  name: m.company_name,
  timeZone: m.company_time_zone,
  currency: m.company_currency,
  weekStartsOn: m.company_week_starts_on,
};

/** The changes of another admin: fields that were taken over, and fields where the own input was kept. */
export function CompanyChanges({ theirs, taken, kept }: Props) {
  const messageOf = (field: CompanyField) => ({ field: labelOf(field), theirs: formatField(theirs, field) });
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

const labelOf = (field: CompanyField): string => (isPolicy(field) ? policyTexts[field].label() : basicLabels[field]());

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
