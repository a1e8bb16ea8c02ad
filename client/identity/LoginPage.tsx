import { lazy, Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import { acceptSession, useNeedsSecondFactor, useRegistration } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { useSend } from '../send.ts';
import { LoadingScreen } from '../shell/LoadingScreen.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { emailError } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import classes from './identity.module.css';
import { MailSent } from './MailSent.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { SignInLink } from './SignInLink.tsx';

// A missing chunk belongs to an older release: the document is reloaded, which leads to the second step again.
const SecondStep = lazy(() =>
  import('./SecondStep.tsx').then(
    (file) => ({ default: file.SecondStep }),
    () => new Promise<never>(() => window.location.reload()),
  ),
);

/** One step, or two for users with a second factor. The guard redirects the signed-in to their destination. */
export function LoginPage() {
  const [email, setEmail] = useState('');
  if (!useNeedsSecondFactor()) return <FirstStepForm email={email} onEmail={setEmail} />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <SecondStep />
    </Suspense>
  );
}

type FirstStepProps = {
  /** As typed, for the user who returns from the second step. */
  email: string;
  onEmail: (email: string) => void;
};

/** By password, by passkey, or by an emailed link. */
function FirstStepForm(props: FirstStepProps) {
  const [method, setMethod] = useState<'password' | 'link'>('password');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <Card title={m.session_login_title()} text={m.session_about()} footer={<HowToRegister />}>
      {method === 'password' ? <PasswordLogin {...props} /> : <SignInLink onSent={setSentTo} />}
      {method === 'password' && <PasskeyLogin />}
      <Button variant="default" onClick={() => setMethod(method === 'password' ? 'link' : 'password')}>
        {method === 'password' ? m.session_use_link() : m.session_use_password()}
      </Button>
    </Card>
  );
}

function HowToRegister() {
  const registration = useRegistration();
  if (registration === 'closed') return m.session_registration_closed();
  return (
    <>
      {registration === 'invited' ? m.session_registration_invited() : m.session_no_account()}{' '}
      <TextLink to={pathTo('/register')}>{m.session_sign_up()}</TextLink>
    </>
  );
}

function PasswordLogin({ email, onEmail }: FirstStepProps) {
  const signIn = useSend('POST /sign-in');
  const draft = useDraftForm({
    name: 'login',
    initialValues: { email, password: '' },
    required: ['email', 'password'],
    secrets: ['password'],
    check: ({ email }) => emailError(email),
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_login()}
      isWide={false}
      onSubmit={async (values) => {
        onEmail(values.email);
        acceptSession(await signIn.send(values));
      }}
    >
      <EmailField form={form} autoComplete="username webauthn" />
      <div>
        <PasswordField
          label={m.session_password()}
          autoComplete="current-password"
          key={form.key('password')}
          inputProps={form.getInputProps('password')}
        />
        <p className={classes.forgotPassword}>
          <TextLink to={pathTo('/reset-password')}>{m.session_forgot_password()}</TextLink>
        </p>
      </div>
    </FormShell>
  );
}
