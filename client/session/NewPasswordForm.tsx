import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { refreshSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../shell/toast.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
import { dropLink } from './held-link.ts';

/** A new password by the emailed link. Every session ends, so the next step is signing in. */
export function NewPasswordForm({ code, email }: { code: string; email: string }) {
  const navigate = useNavigate();
  const reset = useWrite('POST /link-actions/reset-password', { changes: [] });
  const draft = useDraftForm({
    name: 'new-password',
    initialValues: { password: '' },
    required: ['password'],
    secrets: ['password'],
  });
  return (
    <Card title={m.session_new_password_title()} text={m.session_new_password_text({ email })}>
      <FormShell
        draft={draft}
        submitLabel={m.session_set_password()}
        isWide={false}
        onSubmit={async ({ password }) => {
          await reset.mutateAsync({ code, password });
          dropLink();
          await refreshSession();
          showToast(m.session_password_set(), { type: 'success' });
          await navigate({ to: pathTo('/login') });
        }}
      >
        <HiddenUsername email={email} />
        <PasswordField
          label={m.session_new_password()}
          autoComplete="new-password"
          key={draft.form.key('password')}
          inputProps={draft.form.getInputProps('password')}
        />
      </FormShell>
    </Card>
  );
}
