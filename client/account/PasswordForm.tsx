import { m } from '#locales/messages.js';
import { useCompanies, useUser } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Changing the password ends all other sessions. */
export function PasswordForm() {
  const { name, email } = useUser();
  const { availableCompanies } = useCompanies();
  const change = useApiMutation('PUT /account/password', { invalidates: ['session'] });
  const draft = useDraftForm({
    name: 'account:password',
    initialValues: { currentPassword: '', password: '' },
    required: ['currentPassword', 'password'],
    secrets: ['currentPassword', 'password'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.account_change_password()}
      isSecondary
      onSubmit={async (values) => {
        await change.mutateAsync(values);
        draft.clear(values);
        showToast(m.account_password_changed(), { type: 'success' });
      }}
    >
      <CurrentPasswordField form={form} />
      <PasswordField
        label={m.session_new_password()}
        autoComplete="new-password"
        personal={() => [name, email, ...availableCompanies.map((company) => company.name)]}
        key={form.key('password')}
        inputProps={form.getInputProps('password')}
      />
    </FormShell>
  );
}
