// One-line descriptions of worklogs and timers, for labels and dialogs.

import type { Timer } from '#contract/timers.ts';
import { dayOf } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { formatDay, formatTime, formatTimeRange } from '../ui/format.ts';
import { type NamedProject, projectTitle } from '../ui/project-title.ts';

type DescribedWorklog = NamedProject & {
  day: string;
  taskName: string;
  startsAt: string | null;
  endsAt: string | null;
  zone: string;
  minutes: number | null;
  expense: Money | null;
};

/** "Mon 16 Nov, 09:00–17:30, Survey"; without times "Mon 16 Nov, 7 h 30 m, Survey" */
export function worklogTitle({ day, taskName, startsAt, endsAt, minutes, zone }: DescribedWorklog): string {
  const length = minutes === null ? [] : [formatMinutes(minutes, getLocale())];
  const times = startsAt && endsAt ? [formatTimeRange({ startsAt, endsAt, zone, day })] : length;
  return [formatDay(day), ...times, isolated(taskName)].join(', ');
}

/** "Survey, Bridge · Mon 16 Nov, 09:00–17:30 · 8 h 30 m · IDR 50,000" */
export function describeWorklog(worklog: DescribedWorklog): string {
  const { day, taskName, startsAt, endsAt, zone, minutes, expense } = worklog;
  const times = startsAt && endsAt ? `, ${formatTimeRange({ startsAt, endsAt, zone, day })}` : '';
  return [
    `${isolated(taskName)}, ${projectTitle(worklog)}`,
    `${formatDay(day)}${times}`,
    ...(minutes === null ? [] : [formatMinutes(minutes, getLocale())]),
    ...(expense ? [formatMoney(expense, getLocale())] : []),
  ].join(' · ');
}

/** "Survey, Bridge · Mon 16 Nov, 09:00–17:30", or "09:00–" while it runs. */
export function describeTimer({
  task,
  startedAt,
  stoppedAt,
  zone,
}: Pick<Timer, 'task' | 'startedAt' | 'stoppedAt' | 'zone'>): string {
  const day = dayOf(new Date(startedAt), zone);
  const times = stoppedAt
    ? formatTimeRange({ startsAt: startedAt, endsAt: stoppedAt, zone, day })
    : `${formatTime(startedAt, zone)}–`;
  return `${task ? `${isolated(task.taskName)}, ${projectTitle(task)}` : m.timer_no_task()} · ${formatDay(day)}, ${times}`;
}
