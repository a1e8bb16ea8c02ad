// Files with seconds, rows that overlap, are repeated, too long or too short: every row has one outcome, and the minutes and seconds are
// those that a model computes from the entries alone, minute by minute.

import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryDetails } from '#contract/history-imports.ts';
import { historyVerdicts } from '#domain/history-imports/verdicts.ts';
import { foundTestCompany, setPolicies } from '../support/company.ts';
import { historyOf, openHistoryFixture } from '../support/history.ts';
import { entry, type SheetEntry, toggl } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

const wallTime = (seconds: number): string =>
  new Date(Date.UTC(2026, 0, 30) + seconds * 1000).toISOString().slice(0, 19);

/** Around the end of a month, mostly close to each other, with lengths from nothing to more than a day. */
const someEntry = record({
  person: constantFrom('Sri Rahayu', 'Eko Prasetyo'),
  task: constantFrom('Design', 'Code'),
  start: integer({ min: 0, max: 4 * 86_400 }),
  length: constantFrom(20, 59, 61, 1_799, 3_600, 5_405, 30_007, 86_400, 86_461),
  repeats: constantFrom(1, 1, 1, 2),
}).map(({ start, length, repeats, ...rest }): SheetEntry[] =>
  Array.from({ length: repeats }, () => entry(wallTime(start), wallTime(start + length), rest)),
);

/** Minutes since 1970, both ends truncated. */
const minuteOf = (wall: string): number => Math.floor(Date.parse(`${wall}Z`) / 60_000);
const lengthOf = ({ start, end }: SheetEntry): number => minuteOf(end) - minuteOf(start);
const secondsOf = ({ start, end }: SheetEntry): number => (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 1000;
const isUsable = (one: SheetEntry): boolean => secondsOf(one) <= 86_400 && lengthOf(one) > 0 && lengthOf(one) <= 1_440;

type Choice = 'shorten' | 'skip' | 'keep';

/** What enters of the rows of one person: how many, and how many minutes. */
function modelOf(entries: readonly SheetEntry[], choice: Choice): { rows: number; minutes: number } {
  const taken = new Set<number>();
  const sum = { rows: 0, minutes: 0 };
  for (const one of entries.filter(isUsable).toSorted((a, b) => minuteOf(a.start) - minuteOf(b.start))) {
    const wanted = Array.from({ length: lengthOf(one) }, (_, index) => minuteOf(one.start) + index);
    const free = wanted.filter((minute) => !taken.has(minute));
    const enters = choice === 'keep' ? wanted : choice === 'skip' && free.length < wanted.length ? [] : free;
    for (const minute of enters) taken.add(minute);
    sum.rows += enters.length > 0 ? 1 : 0;
    sum.minutes += enters.length;
  }
  return sum;
}

const rowsWith = ({ counts }: HistoryDetails, outcome: string): number =>
  Object.entries(historyVerdicts).reduce(
    (sum, [verdict, one]) =>
      sum + (one === outcome ? (Object.entries(counts).find(([name]) => name === verdict)?.[1] ?? 0) : 0),
    0,
  );

const minutesStored = async (companyId: string): Promise<number> => {
  const { rows } = await app.superuser.query<{ minutes: number }>(
    'select coalesce(sum(minutes), 0)::int as minutes from worklogs where company_id = $1',
    [companyId],
  );
  return rows[0]?.minutes ?? -1;
};

test('every row has one outcome, and the minutes are those of the model, now and when the file is imported again', async () => {
  await assert(
    asyncProperty(
      array(someEntry, { minLength: 1, maxLength: 20 }).map((entries) => entries.flat()),
      constantFrom<Choice>('shorten', 'skip', 'keep'),
      async (entries, overlapChoice) => {
        const company = await foundTestCompany(app);
        await setPolicies(company.admin, company.id, { overlaps: 'flag' });
        const history = historyOf(app, company.admin, company.id);
        const people = [...new Set(entries.map(({ person }) => person))];
        const expected = people
          .map((name) =>
            modelOf(
              entries.filter(({ person }) => person === name),
              overlapChoice,
            ),
          )
          .reduce((a, b) => ({ rows: a.rows + b.rows, minutes: a.minutes + b.minutes }));

        const importId = await history.read(toggl(entries));
        const checked = await history.check(importId, { overlapChoice });
        expect(rowsWith(checked, 'imported')).toBe(expected.rows);
        expect(rowsWith(checked, 'merged')).toBe(0);
        expect(rowsWith(checked, 'imported') + rowsWith(checked, 'skipped')).toBe(entries.length);
        const totals = await history.totals(importId);
        expect(totals.reduce((sum, one) => sum + one.importedMinutes, 0)).toBe(expected.minutes);
        for (const { person, month, fileSeconds } of totals) {
          const ofMonth = entries.filter((one) => one.person === person && one.start.slice(0, 7) === month.slice(0, 7));
          expect(fileSeconds).toBe(ofMonth.reduce((sum, one) => sum + secondsOf(one), 0));
        }
        if (expected.rows > 0) expect(await history.run(importId)).toMatchObject({ state: 'imported', problem: null });
        expect(await minutesStored(company.id)).toBe(expected.minutes);

        const again = await history.check(await history.read(toggl(entries)), { overlapChoice });
        expect(rowsWith(again, 'merged')).toBe(expected.rows);
        expect(rowsWith(again, 'merged') + rowsWith(again, 'skipped')).toBe(entries.length);
      },
    ),
    { numRuns: 10 },
  );
});
