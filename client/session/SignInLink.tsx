import { TextInput } from '@mantine/core';
import { m } from '#locales/messages.js';
import { useWrite } from '../queries.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { emailRefusal } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';

/** A one-time link to the mailbox, instead of a password. */
export function SignInLink({ onSent }: { onSent: (email: string) => void }) {
  const request = useWrite('POST /sign-in-link', { changes: [] });
  const draft = useDraftForm({
    name: 'sign-in-link',
    initialValues: { email: '' },
    required: ['email'],
    check: ({ email }) => emailRefusal(email),
  });
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_send_link()}
      isWide={false}
      onSubmit={async ({ email }) => {
        await request.mutateAsync({ email });
        onSent(email);
      }}
    >
      <TextInput
        label={m.session_email()}
        type="email"
        autoComplete="username"
        inputMode="email"
        key={draft.form.key('email')}
        {...draft.form.getInputProps('email')}
      />
    </FormShell>
  );
}
