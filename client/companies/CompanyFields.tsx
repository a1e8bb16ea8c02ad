import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import { SearchableSelect } from '../ui/SearchableSelect.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { currencyChoices, weekdayChoices, zoneChoices } from './form-options.ts';

/** The fields required for founding a company; the week starts on an ISO weekday, as text. */
export type CompanyBasics = { name: string; timeZone: string; currency: string; weekStartsOn: string };

type Props = { form: Pick<DraftForm<CompanyBasics>['form'], 'key' | 'getInputProps'> };

/** Used for founding a company and for its settings. */
export function CompanyFields({ form }: Props) {
  return (
    <>
      <TextField
        label={m.company_name()}
        autoComplete="organization"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <SearchableSelect
        label={m.company_time_zone()}
        description={m.company_time_zone_text()}
        options={zoneChoices()}
        key={form.key('timeZone')}
        {...form.getInputProps('timeZone')}
      />
      <SearchableSelect
        label={m.company_currency()}
        options={currencyChoices()}
        key={form.key('currency')}
        {...form.getInputProps('currency')}
      />
      <Select
        label={m.company_week_starts_on()}
        options={weekdayChoices()}
        key={form.key('weekStartsOn')}
        {...form.getInputProps('weekStartsOn')}
      />
    </>
  );
}
