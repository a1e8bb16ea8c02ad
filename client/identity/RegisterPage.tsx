import { m } from '#locales/messages.js';
import { useRegistration } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { go } from '../routing/navigation.ts';
import { useSend } from '../send.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { registeredEmail } from './registered-email.ts';

/** The result is the same whether or not the email has an account; the sent mail explains the next step. */
export function RegisterPage() {
  const registration = useRegistration();
  const footer = (
    <>
      {m.session_have_account()} <TextLink to={pathTo('/login')}>{m.session_login()}</TextLink>
    </>
  );
  if (registration === 'closed')
    return (
      <Card title={m.session_registration_closed_title()} text={m.session_registration_closed()} footer={footer} />
    );
  const text = registration === 'invited' ? m.session_register_invited_text() : m.session_register_text();
  return (
    <Card title={m.session_register_title()} text={text} footer={footer}>
      <RegisterForm />
    </Card>
  );
}

/** Only the server knows the refused passwords, so it validates all fields: they are reported together. */
function RegisterForm() {
  const signUp = useSend('POST /sign-up');
  const draft = useDraftForm({
    name: 'register',
    initialValues: { name: '', email: '', password: '' },
    secrets: ['password'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_register()}
      isWide={false}
      isServerValidated
      onSubmit={async (values) => {
        await signUp.send(values);
        registeredEmail.set(values.email);
        await go(pathTo('/verify-email'));
      }}
    >
      <TextField label={m.session_name()} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      <EmailField form={form} />
      <PasswordField
        personal={() => [form.getValues().name, form.getValues().email]}
        label={m.session_password()}
        autoComplete="new-password"
        key={form.key('password')}
        inputProps={form.getInputProps('password')}
      />
    </FormShell>
  );
}
