import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, isDay } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery, useApiMutation } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { DayField } from '../ui/DayField.tsx';
import { type DraftForm, useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import classes from './account.module.css';

type Values = { userId: string; fromDay: string; toDay: string };

const shortField = { wrapper: classes.short ?? '', input: 'numeric' };

/** Adds a stand-in: the member and the days. */
export function AddStandIn({ onDone }: { onDone: () => void }) {
  const { id: companyId, timeZone } = useCompany();
  const name = useApiMutation('POST /companies/{companyId}/stand-ins', { invalidates: ['stand-ins'] });
  const today = dayOf(new Date(), timeZone);
  const draft = useDraftForm<Values>({
    name: `stand-in:${companyId}`,
    initialValues: { userId: '', fromDay: today, toDay: '' },
    required: ['userId', 'fromDay', 'toDay'],
  });
  const { form } = draft;
  const { fromDay, toDay } = form.getValues();
  return (
    <FormShell
      draft={draft}
      submitLabel={m.stand_ins_name()}
      isSecondary
      onCancel={() => {
        draft.discard();
        onDone();
      }}
      onSubmit={async (values) => {
        const named = await name.mutateAsync({ companyId, ...values });
        showToast(m.stand_ins_named({ name: named.name }), { type: 'success' });
        onDone();
      }}
    >
      <MemberField form={form} />
      <DayField
        label={m.stand_ins_from()}
        value={fromDay}
        near={today}
        onChange={(day) => form.setFieldValue('fromDay', day)}
        error={form.errors.fromDay}
        data-path="fromDay"
        classNames={shortField}
      />
      <DayField
        label={m.stand_ins_to()}
        description={m.stand_ins_to_text()}
        value={toDay}
        near={isDay(fromDay) ? fromDay : today}
        onChange={(day) => form.setFieldValue('toDay', day)}
        error={form.errors.toDay}
        data-path="toDay"
        classNames={shortField}
      />
    </FormShell>
  );
}

/** Only eligible members; the server searches them. */
function MemberField({ form }: Pick<DraftForm<Values>, 'form'>) {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const { data: members } = useQuery({
    ...apiQuery('stand-ins', 'GET /companies/{companyId}/stand-in-choices', {
      companyId,
      ...(search === '' ? {} : { search }),
      ...(form.getValues().userId === '' ? {} : { ids: [form.getValues().userId] }),
    }),
    placeholderData: keepPreviousData,
  });
  const all = new Map([...(members?.chosen ?? []), ...(members?.found ?? [])].map((one) => [one.userId, one.name]));
  return (
    <Select
      label={m.stand_ins_member()}
      description={m.stand_ins_member_text()}
      data={[...all].map(([value, label]) => ({ value, label }))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={m.ui_nothing_found()}
      key={form.key('userId')}
      {...form.getInputProps('userId')}
    />
  );
}
