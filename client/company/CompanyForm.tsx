import { Checkbox, Select, TextInput } from '@mantine/core';
import type { Company } from '#contract/companies.ts';
import { m } from '#locales/messages.js';
import { refreshSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { currencyChoices, weekdayChoices, zoneChoices } from './zones.ts';

/** Name, calendar and policies. A lock date closes everything up to it. */
export function CompanyForm({ company }: { company: Company }) {
  const update = useWrite('PATCH /companies/{companyId}', {
    changes: ['companies', 'worklogs', 'reports', 'dashboard'],
    onDone: () => refreshSession(),
  });
  const draft = useDraftForm({
    name: `company:${company.id}:${company.version}`,
    initialValues: {
      name: company.name,
      timeZone: company.timeZone,
      currency: company.currency,
      weekStartsOn: String(company.weekStartsOn),
      lockedUntil: company.lockedUntil ?? '',
      flagsOverlaps: company.overlaps === 'flag',
      allowFuture: company.allowFuture,
      requireNotes: company.requireNotes,
    },
    required: ['name', 'timeZone', 'currency', 'weekStartsOn'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.company_save()}
      fieldNames={{ overlaps: 'flagsOverlaps' }}
      onSubmit={async ({ flagsOverlaps, lockedUntil, weekStartsOn, ...values }) => {
        await update.mutateAsync({
          companyId: company.id,
          ...values,
          weekStartsOn: Number(weekStartsOn),
          lockedUntil: lockedUntil === '' ? null : lockedUntil,
          overlaps: flagsOverlaps ? 'flag' : 'refuse',
        });
        showToast(m.company_saved(), { type: 'success' });
      }}
    >
      <TextInput label={m.company_name()} key={form.key('name')} {...form.getInputProps('name')} />
      <Select
        label={m.company_time_zone()}
        description={m.company_time_zone_text()}
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
      <TextInput
        type="date"
        label={m.company_locked_until()}
        description={m.company_locked_until_text()}
        key={form.key('lockedUntil')}
        {...form.getInputProps('lockedUntil')}
      />
      <Checkbox
        label={m.company_flag_overlaps()}
        description={m.company_flag_overlaps_text()}
        key={form.key('flagsOverlaps')}
        {...form.getInputProps('flagsOverlaps', { type: 'checkbox' })}
      />
      <Checkbox
        label={m.company_allow_future()}
        key={form.key('allowFuture')}
        {...form.getInputProps('allowFuture', { type: 'checkbox' })}
      />
      <Checkbox
        label={m.company_require_notes()}
        key={form.key('requireNotes')}
        {...form.getInputProps('requireNotes', { type: 'checkbox' })}
      />
    </FormShell>
  );
}
