// The timesheet: a row for each task, a cell for each day of the week, with what is logged there and what is typed but not
// submitted yet.

import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays, type Day } from '#domain/calendar.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { isLocked } from '#domain/worklogs.ts';
import type { LoggableTask } from '../loader.ts';
import { sortWorklogs } from '../worklog-list.ts';
import { readHours } from './typed-hours.ts';

export type SheetTask = Pick<
  LoggableTask,
  'taskId' | 'taskName' | 'projectId' | 'projectName' | 'clientName' | 'colour'
>;

/** Why nothing can be typed into a cell. */
export type ClosedReason = 'several' | 'decided' | 'fixed' | 'locked' | 'future' | 'task';

export type SheetCell = {
  key: string;
  task: SheetTask;
  day: Day;
  /** In the order of the day. */
  worklogs: readonly Worklog[];
  /** What of them counts. */
  minutes: number;
  /** Not submitted yet; '' if nothing was typed. */
  typed: string;
  /** With what was typed, as far as it can be understood. */
  shownMinutes: number;
  /** The worklog that typing changes. */
  amends: Worklog | null;
  closed: ClosedReason | null;
};

export type SheetRow = { task: SheetTask; cells: readonly SheetCell[]; minutes: number; isAdded: boolean };

export type Sheet = {
  days: readonly Day[];
  rows: readonly SheetRow[];
  dayMinutes: readonly number[];
  minutes: number;
  /** Cells with something typed, row by row. */
  changed: readonly SheetCell[];
};

export type SheetFacts = {
  days: readonly Day[];
  worklogs: readonly Worklog[];
  /** In this order after the others: tasks that were added to this week. */
  added: readonly SheetTask[];
  /** Favourites, and tasks on which something is typed. */
  kept: readonly SheetTask[];
  typed: Readonly<Record<string, string>>;
  today: Day;
  policies: Pick<Company, 'allowFuture' | 'lockedUntil'>;
  /** Whether new worklogs are possible on the task. */
  isLoggable: (taskId: string) => boolean;
};

export const cellKey = (taskId: string, day: Day): string => `${taskId} ${day}`;

export function buildSheet(facts: SheetFacts): Sheet {
  const { days } = facts;
  const timed = facts.worklogs.filter(({ kind, day }) => kind === 'timed' && days.includes(day));
  const byCell = Map.groupBy(sortWorklogs(timed), ({ taskId, day }) => cellKey(taskId, day));
  const added = new Set(facts.added.map(({ taskId }) => taskId));
  const others = uniqueTasks([...timed.map(taskOf), ...facts.kept]).filter(({ taskId }) => !added.has(taskId));
  const rows = [...others.sort(byName), ...facts.added].map((task) => {
    const cells = days.map((day) => buildCell(task, day, byCell.get(cellKey(task.taskId, day)) ?? [], facts));
    return { task, cells, minutes: sumOf(cells), isAdded: added.has(task.taskId) };
  });
  const dayMinutes = days.map((_, index) => sumOf(rows.flatMap(({ cells }) => cells[index] ?? [])));
  return {
    days,
    rows,
    dayMinutes,
    minutes: dayMinutes.reduce((sum, one) => sum + one, 0),
    changed: rows.flatMap(({ cells }) => cells.filter(({ typed }) => typed !== '')),
  };
}

function buildCell(task: SheetTask, day: Day, worklogs: readonly Worklog[], facts: SheetFacts): SheetCell {
  const key = cellKey(task.taskId, day);
  const { minutes } = totalsOfWorklogs(worklogs);
  const closed = closedReason(task.taskId, day, worklogs, facts);
  const amends = closed === null ? (worklogs[0] ?? null) : null;
  const raw = facts.typed[key] ?? '';
  const typed = closed === null ? typedChange({ minutes }, raw) : raw;
  const read = readHours(typed);
  const shownMinutes = read.state === 'read' && closed === null ? read.minutes : minutes;
  return { key, task, day, worklogs, minutes, typed, shownMinutes, amends, closed };
}

/** With several worklogs nobody knows which one a new sum means, and a decided one needs its reason read first. */
function closedReason(
  taskId: string,
  day: Day,
  worklogs: readonly Worklog[],
  { today, policies, isLoggable }: SheetFacts,
): ClosedReason | null {
  const [worklog] = worklogs;
  if (worklogs.length > 1) return 'several';
  if (worklog && worklog.status !== 'pending') return 'decided';
  if (isLocked(day, policies.lockedUntil)) return 'locked';
  if (worklog) return worklog.actions.amend === true ? null : 'fixed';
  if (day > today && !policies.allowFuture) return 'future';
  return isLoggable(taskId) ? null : 'task';
}

/** What remains to be submitted of a typed text; '' if it says what is logged already. */
export function typedChange({ minutes }: Pick<SheetCell, 'minutes'>, text: string): string {
  const read = readHours(text);
  if (read.state === 'empty') return '';
  return read.state === 'read' && read.minutes === minutes ? '' : text.trim();
}

/** Last week's hours in the open, empty cells of this week. */
export function hoursOfLastWeek(sheet: Sheet, worklogs: readonly Worklog[]): Record<string, number> {
  const empty = sheet.rows
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell.closed === null && cell.worklogs.length === 0 && cell.typed === '');
  const found = empty.map(({ key, task, day }) => {
    const same = worklogs.filter((one) => one.taskId === task.taskId && one.day === addDays(day, -7));
    return [key, totalsOfWorklogs(same).minutes] as const;
  });
  return Object.fromEntries(found.filter(([, minutes]) => minutes > 0));
}

/** The timed tasks of worklogs, each once. */
export const timedTasks = (worklogs: readonly Worklog[]): SheetTask[] =>
  uniqueTasks(worklogs.filter(({ kind }) => kind === 'timed').map(taskOf)).sort(byName);

const taskOf = ({ taskId, taskName, projectId, projectName, clientName, colour }: SheetTask): SheetTask => ({
  taskId,
  taskName,
  projectId,
  projectName,
  clientName,
  colour,
});

const uniqueTasks = (tasks: readonly SheetTask[]): SheetTask[] => [
  ...new Map(tasks.map((task) => [task.taskId, task])).values(),
];

const byName = (a: SheetTask, b: SheetTask): number =>
  (a.clientName ?? '').localeCompare(b.clientName ?? '') ||
  a.projectName.localeCompare(b.projectName) ||
  a.taskName.localeCompare(b.taskName) ||
  a.taskId.localeCompare(b.taskId);

const sumOf = (cells: readonly SheetCell[]): number => cells.reduce((sum, { shownMinutes }) => sum + shownMinutes, 0);
