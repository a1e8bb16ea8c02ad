// What a form creates or changes, once it is loaded. Only a form that was opened for a timer can submit the timer.

import type { Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import type { FormTarget } from './search.ts';
import type { ShownEntry } from './unsent/entry.ts';

export type FormSubject =
  | Extract<FormTarget, { form: 'new' }>
  | { form: 'timer'; timer: Timer }
  | { form: 'unsent'; entry: ShownEntry }
  | { form: 'worklog' | 'duplicate'; found: LoadedWorklog };

type Loaded = { found?: LoadedWorklog | undefined; timer?: Timer | null | undefined; unsent?: ShownEntry | null };

/** Null if the worklog or timer of the URL does not exist, or was sent meanwhile. */
export function resolveSubject(target: FormTarget, { found, timer, unsent }: Loaded): FormSubject | null {
  switch (target.form) {
    case 'new':
      return target;
    case 'timer':
      return timer?.id === target.timerId ? { form: 'timer', timer } : null;
    case 'unsent':
      return unsent ? { form: 'unsent', entry: unsent } : null;
    default:
      return found ? { form: target.form, found } : null;
  }
}

/** The worklog that the form changes. */
export const editedWorklog = (subject: FormSubject): Worklog | null =>
  subject.form === 'worklog' ? subject.found.worklog : null;

/** The worklog that waits on this device and that the form changes. */
export const unsentEntry = (subject: FormSubject): ShownEntry | null =>
  subject.form === 'unsent' ? subject.entry : null;

export const subjectTimer = (subject: FormSubject): Timer | null => (subject.form === 'timer' ? subject.timer : null);

/** Version of the worklog or timer that the form changes; null for a new worklog. */
export const subjectVersion = (subject: FormSubject): number | null =>
  (editedWorklog(subject) ?? subjectTimer(subject))?.version ?? null;

/** The zone of the initial times; null if there are none, or for the user's own zone. */
export function subjectZone(subject: FormSubject): string | null {
  if (subject.form === 'new') return null;
  if (subject.form === 'timer') return subject.timer.zone;
  const { startsAt, zone } = subject.form === 'unsent' ? subject.entry : subject.found.worklog;
  return startsAt === null ? null : zone;
}
