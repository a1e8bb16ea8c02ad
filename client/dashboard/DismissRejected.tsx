import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './dashboard.module.css';

type Props = { worklog: Dashboard['rejected']['worklogs'][number]; lock: NonNullable<Dashboard['lock']> };

/** For a rejected worklog of a locked period: why it cannot be corrected, who can move the lock, and a button that dismisses it. */
export function DismissRejected({ worklog: { id, version, taskName, day }, lock: { until, canMove } }: Props) {
  const { id: companyId } = useCompany();
  const dismiss = useApiMutation('POST /companies/{companyId}/worklogs/{worklogId}/dismissal', {
    invalidates: ['dashboard'],
    onDone: () => document.getElementById('content')?.focus(),
  });
  const names = new Intl.ListFormat(getLocale(), { type: 'disjunction' }).format(canMove.map(isolated));
  return (
    <div className={classes.locked}>
      <p className="small">
        {m.dashboard_locked({ day: formatDate(until) })} {canMove.length > 0 && m.dashboard_locked_help({ names })}
      </p>
      <Button
        variant="default"
        size="compact-sm"
        loading={dismiss.isPending}
        aria-label={m.dashboard_put_aside_named({ task: taskName, day: formatDate(day) })}
        onClick={() => dismiss.mutate({ companyId, worklogId: id, version }, { onError: toastProblem })}
      >
        {m.dashboard_put_aside()}
      </Button>
    </div>
  );
}
