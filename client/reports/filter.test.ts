import { describe, expect, test } from 'vitest';
import { askedFor, rangeOf } from './filter.ts';

const id = '01a1fc1b-c889-772a-86d0-3359056bc6fc';
const nothing = { from: null, to: null, projects: [], workers: [], statuses: [] };

describe('the range of a report', () => {
  test.each([
    [
      { from: null, to: null },
      { from: '2026-11-01', to: '2026-11-30' },
    ],
    [
      { from: '2026-10-05', to: '2026-10-09' },
      { from: '2026-10-05', to: '2026-10-09' },
    ],
    [
      { from: '2026-10-09', to: '2026-10-05' },
      { from: '2026-10-05', to: '2026-10-09' },
    ],
    [
      { from: '2027-01-01', to: null },
      { from: '2026-11-30', to: '2027-01-01' },
    ],
  ])('of %o is %o', (wanted, range) => {
    expect(rangeOf(wanted, '2026-11-21')).toEqual(range);
  });
});

test('what is not chosen is not asked for, and what is no id restricts nothing', () => {
  const range = { from: '2026-11-01', to: '2026-11-30' };
  expect(askedFor(nothing, range)).toEqual(range);
  expect(askedFor({ ...nothing, projects: [id, 'x'], statuses: ['rejected'] }, range)).toEqual({
    ...range,
    projectIds: [id],
    statuses: ['rejected'],
  });
});
