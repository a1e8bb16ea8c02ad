import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** The same whether or not the email belongs to an account. */
export const MailSent = ({ email, onBack }: { email: string; onBack: () => void }) => (
  <Card title={m.session_check_mail()} text={m.session_mail_sent({ email })}>
    <p className="dimmed">{m.session_mail_hint()}</p>
    <Button variant="default" onClick={onBack}>
      {m.shell_back()}
    </Button>
  </Card>
);
