import { expect, test } from 'vitest';
import type { WorklogEvent } from '#contract/worklog-events.ts';
import { amendmentsSince, wasAmended } from './amendments.ts';

const event = (version: number, move: WorklogEvent['move']): WorklogEvent => ({
  id: `e${version}`,
  move,
  version,
  actorName: 'Andi',
  onBehalfOfName: null,
  at: '2026-11-16T10:00:00.000Z',
  notes: null,
  changes: {},
  values: null,
});
const history = [event(1, 'submit'), event(2, 'amend'), event(3, 'reject'), event(4, 'amend')];

test('returns the amendments after the version that the user saw', () => {
  expect(amendmentsSince(history, 2).map(({ version }) => version)).toEqual([4]);
  expect(amendmentsSince(history, 1).map(({ version }) => version)).toEqual([2, 4]);
});

test('a decision does not count as an amendment', () => {
  expect(wasAmended([...history, event(5, 'approve'), event(6, 'reopen')], 4)).toBe(false);
});
