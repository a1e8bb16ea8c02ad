import { Select, TextInput } from '@mantine/core';
import { m } from '#locales/messages.js';
import { chooseCompany, refreshSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { currencyChoices, guessedCurrency, guessedZone, weekdayChoices, zoneChoices } from './zones.ts';

/** The founder becomes company admin; the guard then goes on to where they wanted. */
export function FoundCompanyForm() {
  const found = useWrite('POST /companies', { changes: ['companies'] });
  const draft = useDraftForm({
    name: 'company:new',
    initialValues: { name: '', timeZone: guessedZone(), currency: guessedCurrency(), weekStartsOn: '1' },
    required: ['name', 'timeZone', 'currency', 'weekStartsOn'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.company_found()}
      isWide={false}
      onSubmit={async (values) => {
        const company = await found.mutateAsync({ ...values, weekStartsOn: Number(values.weekStartsOn) });
        await refreshSession();
        chooseCompany(company.id);
      }}
    >
      <TextInput
        label={m.company_name()}
        autoComplete="organization"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Select
        label={m.company_time_zone()}
        data={zoneChoices()}
        searchable
        limit={100}
        nothingFoundMessage={m.ui_nothing_found()}
        key={form.key('timeZone')}
        {...form.getInputProps('timeZone')}
      />
      <Select
        label={m.company_currency()}
        data={currencyChoices()}
        searchable
        limit={100}
        nothingFoundMessage={m.ui_nothing_found()}
        key={form.key('currency')}
        {...form.getInputProps('currency')}
      />
      <Select
        label={m.company_week_starts_on()}
        data={weekdayChoices()}
        allowDeselect={false}
        key={form.key('weekStartsOn')}
        {...form.getInputProps('weekStartsOn')}
      />
    </FormShell>
  );
}
