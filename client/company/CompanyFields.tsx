import { Checkbox, Select, TextInput } from '@mantine/core';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DayField } from '../ui/DayField.tsx';
import type { DraftForm } from '../ui/draft-form.ts';
import type { CompanyValues } from './merge.ts';
import { currencyChoices, weekdayChoices, zoneChoices } from './zones.ts';

export function CompanyFields({ form }: Pick<DraftForm<CompanyValues>, 'form'>) {
  const { timeZone } = useCompany();
  return (
    <>
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
      <DayField
        label={m.company_locked_until()}
        description={m.company_locked_until_text()}
        value={form.getValues().lockedUntil}
        near={dayOf(new Date(), timeZone)}
        onChange={(day) => form.setFieldValue('lockedUntil', day)}
        error={form.errors.lockedUntil}
        data-path="lockedUntil"
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
    </>
  );
}
