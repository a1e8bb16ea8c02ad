import { m } from '#locales/messages.js';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { emailError } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** The email changes when the link sent to the new address has been confirmed. */
export function EmailForm() {
  const request = useApiMutation('POST /account/email', { invalidates: [] });
  const draft = useDraftForm({
    name: 'account:email',
    initialValues: { email: '', currentPassword: '' },
    required: ['email', 'currentPassword'],
    secrets: ['currentPassword'],
    check: ({ email }) => emailError(email),
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.account_change_email()}
      isSecondary
      onSubmit={async (values) => {
        await request.mutateAsync(values);
        draft.clear(values);
        showToast(m.account_email_sent({ email: values.email }));
      }}
    >
      <EmailField form={form} label={m.account_new_email()} autoComplete="email" />
      <CurrentPasswordField form={form} />
    </FormShell>
  );
}
