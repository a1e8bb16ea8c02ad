import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { refreshSession, useAuth } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { signOutToLogin } from '../shell/sign-out.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Card, CardButtons } from '../ui/Card.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { askAboutUnsent } from '../worklogs/unsent/ask-at-sign-out.ts';
import classes from './identity.module.css';
import { registeredEmail } from './registered-email.ts';

askAboutUnsent();

const pollMs = 5_000;

/** Polls until the email is verified, also in another tab; then the guard redirects. */
export function VerifyEmailPage() {
  const { user } = useAuth();
  const email = user?.email ?? registeredEmail.get();
  useQuery({
    queryKey: ['session', 'verified'],
    queryFn: () => refreshSession().then(() => null),
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  });
  return (
    <Card
      title={m.session_verify_title()}
      text={m.session_verify_text()}
      footer={user ? null : <TextLink to={pathTo('/login')}>{m.session_back_to_login()}</TextLink>}
    >
      {email && <p className={classes.address}>{email}</p>}
      <p className="dimmed">{m.session_mail_hint()}</p>
      <CardButtons>
        {email && <Resend email={email} isSignedIn={user !== null} />}
        {user && <SignOut />}
      </CardButtons>
    </Card>
  );
}

function Resend({ email, isSignedIn }: { email: string; isSignedIn: boolean }) {
  const own = useApiMutation('POST /verification', { invalidates: [] });
  const byAddress = useApiMutation('POST /verification-link', { invalidates: [] });
  const send = () => (isSignedIn ? own.mutateAsync({}) : byAddress.mutateAsync({ email }));
  const press = () =>
    send()
      .then(() => showToast(m.session_mail_sent({ email })))
      .catch(toastProblem);
  return (
    <Button loading={own.isPending || byAddress.isPending} onClick={press}>
      {m.session_resend()}
    </Button>
  );
}

const SignOut = () => (
  <Button variant="default" onClick={signOutToLogin}>
    {m.shell_sign_out()}
  </Button>
);
