// A worklog in one line, for labels and questions.

import { formatMinutes } from '#domain/duration.ts';
import { formatMoney, type Money } from '#domain/money.ts';
import { getLocale } from '#locales/runtime.js';
import { formatDay, formatTimeRange } from '../ui/format.ts';

type Described = {
  day: string;
  projectName: string;
  taskName: string;
  startsAt: string | null;
  endsAt: string | null;
  zone: string;
  minutes: number | null;
  expense: Money | null;
};

/** "Mon 16 Nov, 09:00–17:30, Survey" */
export function worklogTitle({ day, taskName, startsAt, endsAt, zone }: Described): string {
  const times = startsAt && endsAt ? [formatTimeRange({ startsAt, endsAt, zone, day })] : [];
  return [formatDay(day), ...times, taskName].join(', ');
}

/** "Survey, Bridge · Mon 16 Nov, 09:00–17:30 · 8 h 30 m · IDR 50,000" */
export function worklogInFull(worklog: Described): string {
  const { day, projectName, taskName, startsAt, endsAt, zone, minutes, expense } = worklog;
  const times = startsAt && endsAt ? `, ${formatTimeRange({ startsAt, endsAt, zone, day })}` : '';
  return [
    `${taskName}, ${projectName}`,
    `${formatDay(day)}${times}`,
    ...(minutes === null ? [] : [formatMinutes(minutes, getLocale())]),
    ...(expense ? [formatMoney(expense, getLocale())] : []),
  ].join(' · ');
}
