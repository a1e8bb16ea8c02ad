import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { apiQuery, useApiMutation } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { deviceName } from '../ui/device.ts';
import entries from '../ui/entries.module.css';
import { toastProblem } from '../ui/problem-toast.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { InstantText } from '../ui/texts.tsx';

/** The user's sessions, with an action to end each of the others. */
export function SessionsList() {
  const list = useQuery(apiQuery('session', 'GET /account/sessions', {}));
  const end = useApiMutation('DELETE /account/sessions/{sessionId}', { invalidates: ['session'] });
  if (list.isPending) return <SkeletonRows rows={2} height={56} />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  return (
    <ul className={entries.entries}>
      {list.data.sessions.map((session) => (
        <li key={session.id} className={entries.entry}>
          <div>
            <div className={entries.name}>{deviceName(session.userAgent) ?? m.account_unknown_device()}</div>
            <div className="small dimmed">
              {m.account_signed_in_since()} <InstantText at={session.createdAt} />
            </div>
          </div>
          {session.isCurrent ? (
            <span className="small dimmed">{m.account_this_device()}</span>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              loading={end.isPending && end.variables.sessionId === session.id}
              onClick={() => end.mutate({ sessionId: session.id }, { onError: toastProblem })}
            >
              {m.shell_sign_out()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
