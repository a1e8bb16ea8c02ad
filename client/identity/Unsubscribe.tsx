import { useState } from 'react';
import type { NoticeKind } from '#domain/notice-kinds.ts';
import { m } from '#locales/messages.js';
import { useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/states.tsx';
import { clearOneTimeLink } from './one-time-link.ts';

const texts: Record<NoticeKind, () => string> = {
  decisions: m.session_link_unsubscribe_decisions,
  waiting: m.session_link_unsubscribe_waiting,
  'empty-week': m.session_link_unsubscribe_empty_week,
  'stand-in': m.session_link_unsubscribe_stand_in,
  report: m.session_link_unsubscribe_report,
  budget: m.session_link_unsubscribe_budget,
};

/** Unsubscribes from one kind of mail; works without signing in. */
export function Unsubscribe({ kind, code }: { kind: NoticeKind; code: string }) {
  const [isDone, setDone] = useState(false);
  const write = useApiMutation('POST /link-actions/unsubscribe', { invalidates: ['session'] });
  const press = () =>
    write.mutate(
      { code },
      {
        onSuccess: () => {
          clearOneTimeLink();
          setDone(true);
        },
      },
    );
  if (write.error) return <ErrorState error={write.error} onRetry={press} />;
  if (isDone)
    return (
      <Card title={m.session_link_unsubscribed_title()} text={m.session_link_unsubscribed_text()}>
        <LinkButton href={`${pathTo('/settings')}/notifications`}>{m.session_link_unsubscribed_settings()}</LinkButton>
      </Card>
    );
  return (
    <Card title={m.session_link_unsubscribe_title()} text={texts[kind]()}>
      <Button onClick={press} loading={write.isPending}>
        {m.session_link_unsubscribe_button()}
      </Button>
    </Card>
  );
}
