import { useNavigate } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { acceptSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { showToast } from '../toast.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
import classes from './identity.module.css';
import { clearOneTimeLink } from './one-time-link.ts';

type Props = { code: string; email: string; needsPassword: boolean };

/** Verifies the email. In another browser than the one that registered, the password is required as well. */
export function VerifyLink({ code, email, needsPassword }: Props) {
  const navigate = useNavigate();
  const verify = useApiMutation('POST /link-actions/verify-email', { invalidates: [], onDone: acceptSession });
  const draft = useDraftForm({
    name: 'verify',
    initialValues: { password: '' },
    required: needsPassword ? ['password'] : [],
    secrets: ['password'],
  });
  const submit = async ({ password }: { password: string }) => {
    await verify.mutateAsync(needsPassword ? { code, password } : { code });
    clearOneTimeLink();
    showToast(m.session_link_verify_done(), { type: 'success' });
    await navigate({ href: destination.get() ?? pathTo('/') });
  };
  return (
    <Card
      title={m.session_link_verify_title()}
      text={needsPassword ? m.session_link_verify_password() : m.session_link_verify_text()}
    >
      <p className={classes.address}>{email}</p>
      <FormShell draft={draft} submitLabel={m.session_link_verify()} isWide={false} onSubmit={submit}>
        <HiddenUsername email={email} />
        {needsPassword && (
          <PasswordField
            label={m.session_password()}
            autoComplete="current-password"
            key={draft.form.key('password')}
            inputProps={draft.form.getInputProps('password')}
          />
        )}
      </FormShell>
    </Card>
  );
}
