import { describe, expect, test } from 'vitest';
import type { Worklog } from '#contract/worklogs.ts';
import { sample } from '../../worklog/sample-worklog.ts';
import { fillFrom } from './fill.ts';
import { buildSheet, hoursOfLastWeek, type SheetFacts, timedTasks, typedChange } from './sheet.ts';
import { closedLabel } from './texts.ts';

const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
const own = (change: Partial<Worklog>): Worklog => {
  const worklog = sample(change);
  return { ...worklog, actions: { ...worklog.actions, amend: true, ...change.actions } };
};
const painting = {
  taskId: 't2',
  taskName: 'Painting',
  projectId: 'j1',
  projectName: 'Gudang Cikarang',
  clientName: null,
  colour: 'teal',
} as const;
const facts: SheetFacts = {
  days,
  worklogs: [
    own({ id: 'a' }),
    own({ id: 'b', day: '2026-11-17', startsAt: '2026-11-17T02:00:00Z', minutes: 240 }),
    own({ id: 'c', day: '2026-11-17', startsAt: '2026-11-17T07:00:00Z', minutes: 60 }),
    own({ id: 'd', day: '2026-11-18', status: 'approved', minutes: 480 }),
    own({ id: 'e', day: '2026-11-19', status: 'rejected', minutes: 120 }),
    own({ id: 'f', day: '2026-11-16', kind: 'expense', taskId: 't9', minutes: null }),
    own({ id: 'g', day: '2026-11-09', minutes: 300 }),
    own({ id: 'h', day: '2026-11-13', minutes: 90 }),
  ],
  added: [],
  kept: [painting],
  typed: {},
  today: '2026-11-20',
  policies: { allowFuture: false, lockedUntil: null },
  isLoggable: () => true,
};
const sheetOf = (change: Partial<SheetFacts> = {}) => buildSheet({ ...facts, ...change });

describe('the timesheet', () => {
  test('has a row for each timed task and each favourite, with the counted hours', () => {
    const { rows, dayMinutes, minutes } = sheetOf();
    expect(rows.map(({ task }) => task.taskName)).toEqual(['Electrical', 'Painting']);
    expect(rows.map((row) => row.minutes)).toEqual([180 + 300 + 480, 0]);
    expect(dayMinutes).toEqual([180, 300, 480, 0, 0, 0, 0]);
    expect(minutes).toBe(960);
    expect(
      rows[0]?.cells[1]?.worklogs.map(({ id }) => id),
      'in the order of the day',
    ).toEqual(['b', 'c']);
    const earlier = own({ id: 'i', day: '2026-11-09', taskId: 't8' });
    expect(sheetOf({ worklogs: [...facts.worklogs, earlier] }).rows, 'not of other weeks').toHaveLength(2);
  });

  test('says why nothing can be typed into a cell', () => {
    const closed = (change: Partial<SheetFacts> = {}) => sheetOf(change).rows[0]?.cells.map((cell) => cell.closed);
    expect(closed()).toEqual([null, 'several', 'decided', 'decided', null, 'future', 'future']);
    const policies = { allowFuture: true, lockedUntil: '2026-11-16' };
    expect(closed({ policies })).toEqual(['locked', 'several', 'decided', 'decided', null, null, null]);
    expect(closed({ isLoggable: () => false })?.[4]).toBe('task');
    const fixed = [own({ actions: { ...sample().actions, amend: 'role.not-allowed' } })];
    expect(closed({ worklogs: fixed })?.[0]).toBe('fixed');
  });

  test('counts what is typed, and only where it can be typed', () => {
    const typed = { 't1 2026-11-16': '4', 't1 2026-11-18': '1', 't2 2026-11-19': '7,5', 't2 2026-11-20': 'long' };
    const { rows, minutes, changed } = sheetOf({ typed });
    expect(rows[0]?.cells[0]).toMatchObject({ minutes: 180, shownMinutes: 240, amends: { id: 'a' } });
    expect(minutes).toBe(960 + 60 + 450);
    expect(changed.map(({ key }) => key)).toEqual(Object.keys(typed));
  });

  test('has no change where what was typed has been logged meanwhile', () => {
    expect(sheetOf({ typed: { 't1 2026-11-16': '3' } }).changed).toEqual([]);
    expect(sheetOf({ typed: { 't1 2026-11-17': '5' } }).changed, 'its cell has two worklogs now').toHaveLength(1);
  });

  test('puts added tasks at its end, in their order', () => {
    const added = [painting, { ...painting, taskId: 't3', taskName: 'Cleaning' }];
    expect(sheetOf({ added }).rows.map(({ task, isAdded }) => [task.taskName, isAdded])).toEqual([
      ['Electrical', false],
      ['Painting', true],
      ['Cleaning', true],
    ]);
  });

  test('takes the hours of last week into open, empty cells', () => {
    expect(hoursOfLastWeek(sheetOf(), facts.worklogs)).toEqual({ 't1 2026-11-20': 90 });
    expect(hoursOfLastWeek(sheetOf({ worklogs: [] }), facts.worklogs)).toEqual({});
    const lastWeek = timedTasks(facts.worklogs.filter(({ day }) => day < '2026-11-16'));
    const empty = sheetOf({ worklogs: [], added: lastWeek });
    expect(hoursOfLastWeek(empty, facts.worklogs)).toEqual({ 't1 2026-11-16': 300, 't1 2026-11-20': 90 });
  });
});

test('the name of a cell into which nothing can be typed contains its hours', () => {
  const [row] = sheetOf().rows;
  const names = row?.cells.map(closedLabel) ?? [];
  expect(names[1]).toMatch(/^Electrical.*, 2 worklogs, 5.h$/);
  expect(names[5], 'nothing is logged').not.toMatch(/\d.h$/);
});

test('typing what is logged already, or nothing, changes nothing', () => {
  expect(typedChange({ minutes: 180 }, '3:00')).toBe('');
  expect(typedChange({ minutes: 180 }, ' 3,5 ')).toBe('3,5');
  expect(typedChange({ minutes: 180 }, '0')).toBe('0');
  expect(typedChange({ minutes: 0 }, '0')).toBe('');
  expect(typedChange({ minutes: 0 }, 'long')).toBe('long');
});

describe('a filled line or block', () => {
  test('leaves empty values, closed cells and everything outside alone, and names what is unreadable', () => {
    const block = [
      ['4', '8', '8'],
      ['', 'x', '7:30'],
      ['1', '2'],
    ];
    const { typed, filled, unreadable, closed, outside } = fillFrom(sheetOf(), { row: 0, column: 0 }, block);
    expect(typed).toEqual({ 't1 2026-11-16': '4', 't2 2026-11-17': 'x', 't2 2026-11-18': '7:30' });
    expect(filled).toBe(2);
    expect(unreadable.map(({ key }) => key)).toEqual(['t2 2026-11-17']);
    expect(closed.map(({ key }) => key)).toEqual(['t1 2026-11-17', 't1 2026-11-18']);
    expect(outside).toBe(2);
  });

  test('goes to the right of its cell', () => {
    const { typed, outside } = fillFrom(sheetOf(), { row: 1, column: 3 }, [['8', '8', '8', '8', '8']]);
    expect(typed).toEqual({ 't2 2026-11-19': '8', 't2 2026-11-20': '8' });
    expect(outside).toBe(1);
  });

  const anywhere = { row: 1, column: 3 };
  const header = ['Project', 'Task', 'Mon', 'Selasa 17', '2026-11-19', 'Friday', 'Total'];

  test('belongs to the days and tasks that a pasted table names, whatever cell is selected', () => {
    const block = [
      header,
      ['Gudang Cikarang', 'painting', '2', '-', '08:00:00', '', '10'],
      ['', 'Electrical', '5', '', '', '1,5', '6.5'],
      ['', 'Masonry', '3', '', '', '', '3'],
    ];
    const { typed, unreadable, outside } = fillFrom(sheetOf(), anywhere, block);
    expect(typed).toEqual({
      't2 2026-11-16': '2',
      't2 2026-11-19': '08:00:00',
      't1 2026-11-16': '5',
      't1 2026-11-20': '1,5',
    });
    expect(unreadable).toEqual([]);
    expect(outside, 'no row of the timesheet has this task').toBe(1);
  });

  test('belongs to the days whose numbers a table has as its header; fewer numbers are hours', () => {
    const block = [
      ['Task', '16', '17', '18', '19', '20', 'Total'],
      ['Painting', '2', '', '8', '', '1', '11'],
    ];
    const { typed, outside } = fillFrom(sheetOf(), anywhere, block);
    expect(typed).toEqual({ 't2 2026-11-16': '2', 't2 2026-11-18': '8', 't2 2026-11-20': '1' });
    expect(outside).toBe(0);
    const hours = [
      ['16', '17'],
      ['1', '2'],
    ];
    expect(fillFrom(sheetOf(), { row: 0, column: 3 }, hours).typed).toEqual({
      't1 2026-11-20': '17',
      't2 2026-11-19': '1',
      't2 2026-11-20': '2',
    });
  });

  test('is of the named project where two have a task of that name, and begins at the cell without days', () => {
    const other = { ...painting, taskId: 't3', projectId: 'j2', projectName: 'Harbour' };
    const block = [
      ['Harbour, Painting', '1'],
      ['Painting', '2'],
    ];
    const { typed, outside } = fillFrom(sheetOf({ kept: [painting, other] }), anywhere, block);
    expect(typed).toEqual({ 't3 2026-11-19': '1' });
    expect(outside, 'it is unclear which of two').toBe(1);
  });

  test('goes downwards from its cell where the header and the names of the lines say nothing', () => {
    const block = [
      ['Work', 'A', 'B'],
      ['Site', '1', '2'],
    ];
    expect(fillFrom(sheetOf(), anywhere, block).typed).toEqual({ 't2 2026-11-19': '1', 't2 2026-11-20': '2' });
    expect(fillFrom(sheetOf(), anywhere, [['sick', '8']]).typed, 'without a header a text keeps its day').toEqual({
      't2 2026-11-19': 'sick',
      't2 2026-11-20': '8',
    });
  });
});
