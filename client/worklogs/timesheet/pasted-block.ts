// Where the values of a pasted block belong. A table that is copied with its header and the names of its tasks says so itself:
// its days and tasks decide, whatever cell is selected. Otherwise values go to the right and downwards from that cell.

import type { Day } from '#domain/calendar.ts';
import { dateFormat } from '#domain/intl.ts';
import type { Position } from './navigation.ts';
import type { Sheet, SheetTask } from './sheet.ts';
import { readHours } from './typed-hours.ts';

/** Outside of the table where the row or the column is null. */
export type PlacedText = { text: string; row: number | null; column: number | null };

type Block = readonly (readonly string[])[];

export function placePasted({ days, rows }: Pick<Sheet, 'days' | 'rows'>, from: Position, block: Block): PlacedText[] {
  const header = headerOf(block, days);
  const lines = header.length > 0 ? block.slice(1) : block;
  const namedDays = header.map((text) => findDay(text, days));
  const hasDays = namedDays.filter((index) => index >= 0).length > 1;
  const tasks = rows.map(({ task }) => task);
  const count = hasDays ? namedDays.findIndex((index) => index >= 0) : countLabels(lines, header.length > 0, tasks);
  const named = lines.map((line) => findTask(line.slice(0, count), tasks));
  const hasTasks = named.some((index) => index >= 0);
  return lines.flatMap((line, lineIndex) =>
    line.flatMap((text, index) => {
      // A column of a header with days that is no day, such as the totals.
      if (index < count || (hasDays && (namedDays[index] ?? -1) < 0)) return [];
      const row = hasTasks ? (named[lineIndex] ?? -1) : from.row + lineIndex;
      const column = hasDays ? (namedDays[index] ?? -1) : from.column + index - count;
      return [{ text, row: within(row, rows.length), column: within(column, days.length) }];
    }),
  );
}

const within = (index: number, length: number): number | null => (index >= 0 && index < length ? index : null);

/** The first line, if there are lines below it, and it has several texts and no duration, or the numbers of most days. */
function headerOf(block: Block, days: readonly Day[]): readonly string[] {
  const [first = []] = block;
  const texts = first.filter((text) => text !== '');
  const isHeader = (texts.length > 1 && texts.every(isNoDuration)) || hasDayNumbers(texts, days);
  return block.length > 1 && isHeader ? first : [];
}

/** Fewer could be hours: 7, 8 and 9 of the week with these days. */
const minDayNumbers = 5;

/** "16", "17", …: the numbers of the days in their order, beside names such as "Task" and "Total". */
function hasDayNumbers(texts: readonly string[], days: readonly Day[]): boolean {
  const indexes = texts.filter((text) => !isNoDuration(text)).map((text) => findDay(text, days));
  return (
    indexes.length >= minDayNumbers &&
    indexes.every((index, n) => index >= 0 && (n === 0 || index > (indexes[n - 1] ?? 0)))
  );
}

/** How many columns at the left have no duration and, in a table without a header, the name of a task of the timesheet. */
function countLabels(lines: Block, hasHeader: boolean, tasks: readonly SheetTask[]): number {
  const width = Math.max(...lines.map(({ length }) => length));
  const isLabel = (column: number) => {
    const texts = lines.flatMap((line) => line[column] ?? []).filter((text) => text !== '');
    return texts.length > 0 && texts.every(isNoDuration);
  };
  const firstValue = Array.from({ length: width }, (_, column) => column).findIndex((column) => !isLabel(column));
  if (firstValue <= 0) return 0;
  return hasHeader || lines.some((line) => findTask(line.slice(0, firstValue), tasks) >= 0) ? firstValue : 0;
}

const isNoDuration = (text: string): boolean => readHours(text).state === 'unreadable';

/** "Mon", "Senin 23", "2026-11-23", "23" */
const findDay = (text: string, days: readonly Day[]): number => {
  const [word = ''] = /^[^\s,.]+/.exec(text.toLowerCase()) ?? [];
  return days.findIndex((day) => day === word || namesOf(day).includes(word) || isNumberOf(day, text));
};

const isNumberOf = (day: Day, text: string): boolean =>
  /^\d{1,2}$/.test(text) && Number(text) === Number(day.slice(-2));

const namesOf = (day: Day): string[] =>
  ['en', 'id'].flatMap((locale) =>
    (['short', 'long'] as const).map((weekday) =>
      dateFormat(locale, { weekday, timeZone: 'UTC' })
        .format(new Date(`${day}T00:00:00Z`))
        .toLowerCase(),
    ),
  );

/** The only task with the name of one label; the labels may also name the project of one of several. */
function findTask(labels: readonly string[], tasks: readonly SheetTask[]): number {
  const texts = labels.map((label) => label.toLowerCase());
  const has = (name: string) => texts.some((text) => text === name.toLowerCase());
  const mentions = (name: string) => texts.join(' ').includes(name.toLowerCase());
  const same = tasks.filter(
    ({ taskName, projectName }) => has(taskName) || (mentions(taskName) && mentions(projectName)),
  );
  const ofProject = same.length > 1 ? same.filter(({ projectName }) => mentions(projectName)) : same;
  const [task] = ofProject;
  return task && ofProject.length === 1 ? tasks.indexOf(task) : -1;
}
