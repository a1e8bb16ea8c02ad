import { m } from '#locales/messages.js';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
import { useJoin } from './join.ts';

type Props = {
  code: string;
  email: string;
  /** `name`: as entered by the inviting company. */
  invite: { companyName: string; name: string };
};

/** For a new user: the link has verified the email, so only name and password are missing. The server validates both together. */
export function JoinForm({ code, email, invite: { companyName, name } }: Props) {
  const { accept } = useJoin();
  const draft = useDraftForm({
    name: 'join',
    initialValues: { name, password: '' },
    secrets: ['password'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_join()}
      isWide={false}
      isServerValidated
      onSubmit={(values) => accept({ code, ...values })}
    >
      <HiddenUsername email={email} />
      <TextField label={m.session_email()} value={email} readOnly />
      <TextField label={m.session_name()} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      <PasswordField
        label={m.session_password()}
        autoComplete="new-password"
        personal={() => [form.getValues().name, email, companyName]}
        key={form.key('password')}
        inputProps={form.getInputProps('password')}
      />
    </FormShell>
  );
}
