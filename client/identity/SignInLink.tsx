import { m } from '#locales/messages.js';
import { useSend } from '../send.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { emailError } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';

/** Requests a one-time link by email, instead of a password. */
export function SignInLink({ onSent }: { onSent: (email: string) => void }) {
  const request = useSend('POST /sign-in-link');
  const draft = useDraftForm({
    name: 'sign-in-link',
    initialValues: { email: '' },
    required: ['email'],
    check: ({ email }) => emailError(email),
  });
  return (
    <FormShell
      draft={draft}
      submitLabel={m.session_send_link()}
      isWide={false}
      onSubmit={async ({ email }) => {
        await request.send({ email });
        onSent(email);
      }}
    >
      <EmailField form={draft.form} />
    </FormShell>
  );
}
