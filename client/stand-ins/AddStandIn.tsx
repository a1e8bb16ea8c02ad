import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDay } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { affectedBy, apiQuery, queryClient, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { DayField } from '../ui/DayField.tsx';
import { type DraftForm, useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import classes from './stand-ins.module.css';

type Values = { userId: string; fromDay: string; toDay: string };

const shortField = { wrapper: classes.short ?? '', input: 'numeric' };

/** Adds a stand-in: the member and the days. */
export function AddStandIn({ onDone }: { onDone: () => void }) {
  const { id: companyId, timeZone } = useCompany();
  const name = useApiMutation('POST /companies/{companyId}/stand-ins', { invalidates: affectedBy['stand-ins'] });
  const today = todayIn(timeZone);
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
  const { userId } = form.getValues();
  const choices = (text: string) =>
    apiQuery('stand-ins', 'GET /companies/{companyId}/stand-in-choices', {
      companyId,
      ...(text.trim() === '' ? {} : { search: text.trim() }),
      ...(userId === '' ? {} : { ids: [userId] }),
    });
  const members = useQuery({ ...choices(typed), placeholderData: keepPreviousData });
  const options = (members.data?.found ?? []).map(optionOf);
  const chosen = (members.data?.chosen ?? []).map(optionOf).find(({ value }) => value === userId);
  return (
    <Combobox
      label={m.stand_ins_member()}
      description={m.stand_ins_member_text()}
      error={form.errors.userId}
      data-path="userId"
      groups={[{ name: '', options }]}
      chosen={chosen}
      typed={typed}
      onType={setTyped}
      find={async (text) => (await queryClient.fetchQuery(choices(text))).found.map(optionOf)}
      onChoose={({ value }) => form.setFieldValue('userId', value)}
      note={options.length === 0 && !members.isPending ? m.ui_nothing_found() : null}
    >
      {({ label }) => label}
    </Combobox>
  );
}

const optionOf = ({ userId, name }: { userId: string; name: string }) => ({ value: userId, label: name });
