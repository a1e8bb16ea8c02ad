// What a form writes, once it is loaded. Only the form that was opened for a timer holds one: by no other way is it submitted.

import type { Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import type { FormTarget } from './search.ts';
import type { Found } from './WorklogForm.tsx';

export type Subject =
  | Extract<FormTarget, { form: 'new' }>
  | { form: 'timer'; timer: Timer }
  | { form: 'worklog' | 'duplicate'; found: Found };

type Loaded = { found?: Found | undefined; timer?: Timer | null | undefined };

/** Null where what the address names is not there. */
export function subjectOf(target: FormTarget, { found, timer }: Loaded): Subject | null {
  switch (target.form) {
    case 'new':
      return target;
    case 'timer':
      return timer?.id === target.timerId ? { form: 'timer', timer } : null;
    default:
      return found ? { form: target.form, found } : null;
  }
}

/** The worklog that the form changes. */
export const editedIn = (subject: Subject): Worklog | null =>
  subject.form === 'worklog' ? subject.found.worklog : null;

export const timerIn = (subject: Subject): Timer | null => (subject.form === 'timer' ? subject.timer : null);

/** Of what the form changes or settles; null where it writes something new. */
export const versionOf = (subject: Subject): number | null => (editedIn(subject) ?? timerIn(subject))?.version ?? null;

/** The zone of the times that the form begins with; null where it begins without any, or with the reader's own. */
export function zoneIn(subject: Subject): string | null {
  if (subject.form === 'new') return null;
  if (subject.form === 'timer') return subject.timer.zone;
  const { startsAt, zone } = subject.found.worklog;
  return startsAt === null ? null : zone;
}
