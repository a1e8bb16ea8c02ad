import { accessTokenLifetimesDays, maxAccessTokenNameLength } from '#domain/tokens.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { FactorCodeField } from './FactorCodeField.tsx';

/** Value of the option for all companies; the API expects null. */
const everyCompany = 'every';

type Props = { asksForCode: boolean; onMade: (token: string) => void; onCancel: () => void };

/** Requires the password, as every security-relevant change of the account. */
export function NewAccessToken({ asksForCode, onMade, onCancel }: Props) {
  const { availableCompanies } = useCompanies();
  const create = useApiMutation('POST /account/tokens', { invalidates: ['session'] });
  const draft = useDraftForm({
    name: 'account:token',
    initialValues: {
      name: '',
      lifetime: '90',
      companyId: everyCompany,
      isReadOnly: false,
      currentPassword: '',
      code: '',
    },
    required: ['name', 'lifetime', 'companyId', 'currentPassword', ...(asksForCode ? (['code'] as const) : [])],
    secrets: ['currentPassword', 'code'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.tokens_create()}
      fieldNames={{ lifetimeDays: 'lifetime' }}
      isSecondary
      onCancel={() => {
        draft.discard();
        onCancel();
      }}
      onSubmit={async ({ lifetime, companyId, code, ...values }) => {
        const lifetimeDays = accessTokenLifetimesDays.find((days) => String(days) === lifetime) ?? 30;
        const limit = companyId === everyCompany ? null : companyId;
        const proof = code === '' ? {} : { code };
        const { token } = await create.mutateAsync({ ...values, ...proof, lifetimeDays, companyId: limit });
        onMade(token);
      }}
    >
      <TextField
        label={m.tokens_name()}
        description={m.tokens_name_text()}
        maxLength={maxAccessTokenNameLength}
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Select
        label={m.tokens_lifetime()}
        options={accessTokenLifetimesDays.map((days) => ({
          value: String(days),
          label: m.tokens_days({ count: days }),
        }))}
        key={form.key('lifetime')}
        {...form.getInputProps('lifetime')}
      />
      <Select
        label={m.tokens_company()}
        options={[
          { value: everyCompany, label: m.tokens_every_company() },
          ...availableCompanies.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        key={form.key('companyId')}
        {...form.getInputProps('companyId')}
      />
      <Checkbox
        label={m.tokens_read_only()}
        description={m.tokens_read_only_text()}
        key={form.key('isReadOnly')}
        {...form.getInputProps('isReadOnly', { type: 'checkbox' })}
      />
      <CurrentPasswordField form={form} />
      {asksForCode && <FactorCodeField key={form.key('code')} inputProps={form.getInputProps('code')} />}
    </FormShell>
  );
}
