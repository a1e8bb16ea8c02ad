// Plausible worklogs of one worker for three months, with times in the worker's zone and their decisions.
// Pure and reproducible; seed/demo-company.ts inserts them.

import { addDays, dayOf, daysBetween } from '#domain/calendar.ts';
import type { TaskKind } from '#domain/projects.ts';
import type { Locale } from '#domain/settings.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import type { DemoPerson } from './demo-people.ts';
import { meetingNote, noteFor, rejectionReasons } from './notes.ts';
import type { Random } from './random.ts';

export const seededDays = 92;

/** The name is the English one. */
export type SeededTask = { id: string; name: string; projectId: string; kind: TaskKind };

export type SeedWorklog = {
  task: SeededTask;
  startsAt: Date | null;
  endsAt: Date | null;
  day: string;
  amountMinor: number | null;
  notes: string;
  status: WorklogStatus;
  submittedAt: Date;
  reviewedAt: Date | null;
  allowsOverlap: boolean;
};

type Life = {
  member: DemoPerson;
  tasks: readonly SeededTask[];
  companyZone: string;
  now: Date;
  random: Random;
  locale: Locale;
};

export function worklogsOf(life: Life): SeedWorklog[] {
  const { member, random, now, companyZone } = life;
  const today = dayOf(now, companyZone);
  const found: SeedWorklog[] = [];
  for (let daysAgo = seededDays; daysAgo >= 0; daysAgo--) {
    const day = addDays(today, -daysAgo);
    const weekday = Temporal.PlainDate.from(day).dayOfWeek;
    const isOff = weekday === 7 || (weekday === 6 && !random.chance(0.3)) || random.chance(0.04);
    if (isOff) continue;
    found.push(...workedDay(life, day), ...expensesOf(life, day));
  }
  const past = found.filter((one) => (one.endsAt ?? one.submittedAt).getTime() <= now.getTime());
  const decided = member.hasRejectedWorklogs ? withRejections(past) : past;
  const pending = member.hasOverdueWorklog ? withOverdue(decided, addDays(today, -14)) : decided;
  return member.hasOverlap ? withOverlap(pending, life) : pending;
}

/** Rejects the two newest decided worklogs, and no others. */
function withRejections(worklogs: SeedWorklog[]): SeedWorklog[] {
  const sentBack = new Set(worklogs.filter(({ reviewedAt }) => reviewedAt !== null).slice(-2));
  const statusOf = (one: SeedWorklog): WorklogStatus =>
    sentBack.has(one) ? 'rejected' : one.status === 'rejected' ? 'approved' : one.status;
  return worklogs.map((one) => ({ ...one, status: statusOf(one) }));
}

/** The last worklog until this day is forgotten by everybody who could decide it. */
function withOverdue(worklogs: SeedWorklog[], until: string): SeedWorklog[] {
  const overdue = worklogs.findLast(({ day }) => day <= until);
  return worklogs.map((one) => (one === overdue ? { ...one, status: 'pending', reviewedAt: null } : one));
}

function workedDay(life: Life, day: string): SeedWorklog[] {
  const { member, random } = life;
  const timed = life.tasks.filter((task) => task.kind === 'timed');
  const first = timed.find(({ name }) => name === member.trade) ?? timed[0];
  if (!first) return [];
  if (member.isNightShift && random.chance(0.6)) {
    const night = timed.find(({ name }) => name === 'Night shift') ?? first;
    return [interval(life, day, night, 22 * 60, (8 * 4 - random.between(0, 3)) * 15)];
  }
  const start = 7 * 60 + random.between(0, 6) * 15;
  const morning = random.between(14, 18) * 15;
  const afternoon = random.between(13, 20) * 15;
  const mainTask = random.chance(0.75) ? first : random.pick([first, ...timed]);
  const other = random.chance(0.6) ? mainTask : random.pick([first, ...timed]);
  return [
    interval(life, day, mainTask, start, morning),
    interval(life, day, other, start + morning + random.pick([45, 60]), afternoon),
  ];
}

function expensesOf(life: Life, day: string): SeedWorklog[] {
  const { member, random } = life;
  const expenses = life.tasks.filter((task) => task.kind === 'expense');
  const [first] = expenses;
  const isSpender = member.name === 'Fitri Handayani' || member.name === 'Taufik Hidayat';
  if (!first || !random.chance(isSpender ? 0.5 : 0.07)) return [];
  const amountMinor = random.between(5, 700) * 5_000 * 100;
  const at = instantAt(day, 18 * 60 + random.between(0, 90), member.zone);
  const task = random.pick([first, ...expenses]);
  return [
    {
      task,
      startsAt: null,
      endsAt: null,
      day,
      amountMinor,
      notes: noteFor(task.name, life.locale, random),
      allowsOverlap: false,
      ...decideWorklog(life, day, at),
    },
  ];
}

function interval(life: Life, day: string, task: SeededTask, startMinute: number, minutes: number): SeedWorklog {
  const startsAt = instantAt(day, startMinute, life.member.zone);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  return {
    task,
    startsAt,
    endsAt,
    day: dayOf(startsAt, life.companyZone),
    amountMinor: null,
    notes: noteFor(task.name, life.locale, life.random),
    allowsOverlap: false,
    ...decideWorklog(life, day, new Date(endsAt.getTime() + life.random.between(5, 240) * 60_000)),
  };
}

/** Worklogs are decided before they are overdue, those of the last days are mostly pending, a few are rejected. */
function decideWorklog({ now, companyZone, random }: Life, day: string, submitted: Date) {
  const submittedAt = new Date(Math.min(submitted.getTime(), now.getTime()));
  const age = daysBetween(day, dayOf(now, companyZone));
  const status: WorklogStatus = age > 5 ? (random.chance(0.985) ? 'approved' : 'rejected') : recentStatus(random);
  const reviewed = submittedAt.getTime() + random.between(3, 40) * 3_600_000;
  if (status === 'pending' || reviewed >= now.getTime()) {
    return { status: 'pending' as const, submittedAt, reviewedAt: null };
  }
  return { status, submittedAt, reviewedAt: new Date(reviewed) };
}

const recentStatus = (random: Random): WorklogStatus =>
  random.chance(0.62) ? 'pending' : random.chance(0.88) ? 'approved' : 'rejected';

/** Under the policy `flag` workers may confirm overlaps. */
function withOverlap(worklogs: SeedWorklog[], { tasks, locale }: Life): SeedWorklog[] {
  const recent = worklogs.filter((one) => one.startsAt && one.status === 'pending').at(-1);
  const task = tasks.find((one) => one.kind === 'timed');
  if (!recent?.startsAt || !recent.endsAt || !task) return worklogs;
  const startsAt = new Date(recent.startsAt.getTime() + 60 * 60_000);
  const endsAt = new Date(Math.min(startsAt.getTime() + 90 * 60_000, recent.endsAt.getTime()));
  const overlap: SeedWorklog = {
    ...recent,
    task,
    startsAt,
    endsAt,
    notes: meetingNote[locale],
    allowsOverlap: true,
  };
  return endsAt > startsAt ? [...worklogs, overlap] : worklogs;
}

const instantAt = (day: string, minute: number, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).add({ minutes: minute }).epochMilliseconds);

/** Why it may be rejected, in the language of the worker. */
export const reasonsOf = ({ task, startsAt, endsAt, notes }: SeedWorklog, locale: Locale): string[] =>
  rejectionReasons(
    {
      isExpense: task.kind === 'expense',
      minutes: startsAt && endsAt ? (endsAt.getTime() - startsAt.getTime()) / 60_000 : 0,
      notes,
    },
    locale,
  );
