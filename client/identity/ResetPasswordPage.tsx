import { useState } from 'react';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { useSend } from '../send.ts';
import { Card } from '../ui/Card.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { emailError } from '../ui/email-check.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { MailSent } from './MailSent.tsx';

export function ResetPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useSend('POST /password-reset');
  const draft = useDraftForm({
    name: 'reset-password',
    initialValues: { email: '' },
    required: ['email'],
    check: ({ email }) => emailError(email),
  });
  if (sentTo !== null) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <Card
      title={m.route_reset_password()}
      text={m.session_reset_text()}
      footer={<TextLink to={pathTo('/login')}>{m.session_back_to_login()}</TextLink>}
    >
      <FormShell
        draft={draft}
        submitLabel={m.session_send_reset()}
        isWide={false}
        onSubmit={async ({ email }) => {
          await request.send({ email });
          setSentTo(email);
        }}
      >
        <EmailField form={draft.form} />
      </FormShell>
    </Card>
  );
}
