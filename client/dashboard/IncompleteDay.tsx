import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { openQuickEntryOn } from '../shell/quick-entry.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { formatDay } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './own-day.module.css';
import type { OwnDay } from './own-day.ts';

/** Reminds of the last working day; quick entry opens with that day, or the day is called complete, such as a day of illness. */
export function IncompleteDay({ incomplete }: { incomplete: NonNullable<OwnDay['incomplete']> }) {
  const { id: companyId } = useCompany();
  const unmark = useApiMutation('DELETE /companies/{companyId}/complete-days/{day}', { invalidates: ['dashboard'] });
  const day = formatDay(incomplete.day);
  const mark = useApiMutation('PUT /companies/{companyId}/complete-days/{day}', {
    invalidates: ['dashboard'],
    onDone: (_, marked) => {
      const run = () => unmark.mutateAsync(marked).catch(toastProblem);
      showToast(m.dashboard_incomplete_dismissed({ day }), { action: { label: m.dashboard_undo(), run } });
      document.getElementById('content')?.focus();
    },
  });
  const [minutes, usual] = [incomplete.minutes, incomplete.usualMinutes].map((one) => formatMinutes(one, getLocale()));
  return (
    <div className={classes.incomplete}>
      <p>
        {incomplete.minutes === 0
          ? m.dashboard_incomplete_empty({ day })
          : m.dashboard_incomplete({ day, minutes: minutes ?? '', usual: usual ?? '' })}
      </p>
      <div className={classes.incompleteButtons}>
        <Button variant="default" size="compact-sm" onClick={() => openQuickEntryOn(incomplete.day)}>
          {m.dashboard_incomplete_verb()}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={mark.isPending}
          onClick={() => mark.mutate({ companyId, day: incomplete.day }, { onError: toastProblem })}
        >
          {m.dashboard_incomplete_dismiss()}
        </Button>
      </div>
    </div>
  );
}
