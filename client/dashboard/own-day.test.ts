import { expect, test } from 'vitest';
import { sample } from '../worklog/sample-worklog.ts';
import { type OwnRow, rowsOf } from './own-day.ts';

const at = (time: string) => `2026-11-16T${time}:00.000Z`;
const between = (start: string, end: string, change: Partial<ReturnType<typeof sample>> = {}) =>
  sample({ id: `${start}-${end}`, startsAt: at(start), endsAt: at(end), ...change });

const textOf = (row: OwnRow) =>
  row.kind === 'worklog' ? row.worklog.id : `gap ${row.startsAt.slice(11, 16)}-${row.endsAt.slice(11, 16)}`;

test('free time between worklogs is a row of its own', () => {
  expect(rowsOf([between('13:00', '17:00'), between('08:00', '12:00')]).map(textOf)).toEqual([
    '08:00-12:00',
    'gap 12:00-13:00',
    '13:00-17:00',
  ]);
});

test('a few minutes, and time that two worklogs share, are no gaps', () => {
  expect(rowsOf([between('08:00', '12:00'), between('12:14', '14:00')])).toHaveLength(2);
  expect(rowsOf([between('08:00', '12:00'), between('13:00', '14:00'), between('11:00', '15:00')])).toHaveLength(3);
  expect(rowsOf([between('08:00', '12:00'), between('12:15', '14:00')]).map(textOf)).toContain('gap 12:00-12:15');
});

test('a rejected worklog takes no time', () => {
  const rows = rowsOf([
    between('08:00', '10:00'),
    between('10:00', '11:00', { status: 'rejected' }),
    between('11:00', '12:00'),
  ]);
  expect(rows.map(textOf)).toEqual(['08:00-10:00', '10:00-11:00', 'gap 10:00-11:00', '11:00-12:00']);
});

test('worklogs without times are last', () => {
  const expense = sample({ id: 'expense', startsAt: null, endsAt: null, minutes: null });
  expect(rowsOf([expense, between('08:00', '10:00')]).map(textOf)).toEqual(['08:00-10:00', 'expense']);
});
