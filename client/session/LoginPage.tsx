import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { acceptSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { emailRefusal } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { MailSent } from './MailSent.tsx';
import { SignInLink } from './SignInLink.tsx';
import classes from './session.module.css';

/** By password, or by a link to the mailbox. The guard sends the signed-in on to their destination. */
export function LoginPage() {
  const [way, setWay] = useState<'password' | 'link'>('password');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  const footer = (
    <>
      {m.session_no_account()} <TextLink to={pathTo('/register')}>{m.session_sign_up()}</TextLink>
    </>
  );
  return (
    <Card title={m.session_login_title()} footer={footer}>
      {way === 'password' ? <PasswordLogin /> : <SignInLink onSent={setSentTo} />}
      <Button variant="default" onClick={() => setWay(way === 'password' ? 'link' : 'password')}>
        {way === 'password' ? m.session_use_link() : m.session_use_password()}
      </Button>
    </Card>
  );
}

function PasswordLogin() {
  const signIn = useWrite('POST /sign-in', { changes: [], onDone: acceptSession });
  const draft = useDraftForm({
    name: 'login',
    initialValues: { email: '', password: '' },
    required: ['email', 'password'],
    secrets: ['password'],
    check: ({ email }) => emailRefusal(email),
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_login()}
      isWide={false}
      onSubmit={(values) => signIn.mutateAsync(values)}
    >
      <TextInput
        label={m.session_email()}
        type="email"
        autoComplete="username"
        inputMode="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordField
          label={m.session_password()}
          autoComplete="current-password"
          key={form.key('password')}
          inputProps={form.getInputProps('password')}
        />
        <p className={classes.forgot}>
          <TextLink to={pathTo('/reset-password')}>{m.session_forgot_password()}</TextLink>
        </p>
      </div>
    </FormShell>
  );
}
