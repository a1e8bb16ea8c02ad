// R18, R19: instants, days and weeks of domain/calendar.ts from 2020 to 2035 in every zone that both know, compared with
// PostgreSQL, which has its own zone data and arithmetic: around every clock change, and at random times.
// Releases of the zone data may differ. A zone in which the two disagree on the offset of any tested instant is left out and
// printed; only a few zones may be.

import { assert, constantFrom, integer, property, tuple } from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  dayStartsAt,
  isTimeZone,
  offsetOf,
  resolveWallTime,
  wallTimeOf,
  weekStart,
} from '#domain/calendar.ts';
import { minuteMs } from '#domain/duration.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

const firstDay = '2020-01-01';
const dayCount = 5_844;

let clone: TestDatabase;
let superuser: pg.Client;

/** The first instant of the new offset. Offsets are minutes east of UTC. */
type Change = { zone: string; at: Date; before: number; after: number };

let zones: string[];
let known: ReadonlySet<string>;
let changes: Change[];

beforeAll(async () => {
  clone = await cloneDatabase();
  superuser = new pg.Client(clone.superuserConfig);
  await superuser.connect();
  const { rows } = await superuser.query<{ name: string }>('select name from pg_timezone_names');
  known = new Set(rows.map(({ name }) => name));
  const shared = Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone));
  const found = await findChanges(shared);
  const unlike = new Set([...(await zonesWithOtherData(shared)), ...found.filter(isOther).map(({ zone }) => zone)]);
  zones = shared.filter((zone) => !unlike.has(zone));
  changes = found.filter(({ zone }) => !unlike.has(zone));
  expect(shared.length, 'zones that both know').toBeGreaterThan(400);
  expect(unlike.size, `zones with other data: ${[...unlike].join(', ')}`).toBeLessThan(25);
  expect(changes.length).toBeGreaterThan(2_000);
}, 120_000);

afterAll(async () => {
  await superuser.end();
  await clone.drop();
});

/** Every clock change, to the minute: compares the offsets of every tenth day, then bisects. */
async function findChanges(names: readonly string[]): Promise<Change[]> {
  const { rows } = await superuser.query<Change>(
    `with recursive noons as (
       select zone, noon, (extract(epoch from (noon at time zone zone) - (noon at time zone 'UTC')) / 60)::int as shift
       from unnest($1::text[]) zone, generate_series($2::timestamptz, $2::timestamptz + $3 * interval '1 day', '10 days') noon),
     steps as (
       select zone, lag(noon) over by_noon as low, noon as high, lag(shift) over by_noon as before, shift as after
       from noons window by_noon as (partition by zone order by noon)),
     narrowed as (
       select zone, low, high, before, after, 0 as step from steps where before <> after
       union all
       select zone, case when is_low then middle else low end, case when is_low then high else middle end, before, after, step + 1
       from (select halves.*, (extract(epoch from (middle at time zone zone) - (middle at time zone 'UTC')) / 60)::int = before as is_low
             from (select *, date_trunc('minute', low + (high - low) / 2) as middle from narrowed where step < 15) halves) tried)
     select zone, high as at, before, after from narrowed where step = 15 order by zone, at`,
    [names, `${firstDay}T12:00Z`, dayCount],
  );
  return rows;
}

const offsetMinutes = (at: Date, zone: string): number => {
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d\d):(\d\d)/.exec(offsetOf(at, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const isOther = ({ zone, at, before, after }: Change): boolean =>
  offsetMinutes(new Date(at.getTime() - minuteMs), zone) !== before || offsetMinutes(at, zone) !== after;

/** Changes known only to Node: compares the offsets in the middle of each month. */
async function zonesWithOtherData(names: readonly string[]): Promise<string[]> {
  const months = Array.from({ length: 64 }, (_, index) => new Date(Date.UTC(2020, index * 3, 15)));
  const queries = names.flatMap((zone) => months.map((at) => ({ zone, at })));
  const { rows } = await superuser.query<{ shift: number }>(
    `select (extract(epoch from (at at time zone zone) - (at at time zone 'UTC')) / 60)::int as shift
     from unnest($1::text[], $2::timestamptz[]) with ordinality as queries (zone, at, nth) order by nth`,
    [queries.map(({ zone }) => zone), queries.map(({ at }) => at)],
  );
  return queries.flatMap(({ zone, at }, index) => (rows[index]?.shift === offsetMinutes(at, zone) ? [] : [zone]));
}

type Wall = { zone: string; wall: string };

/** The instants with that wall time: candidates with both offsets around it, if PostgreSQL converts them back to it. */
async function instantsOf(wallTimes: readonly Wall[]): Promise<number[][]> {
  const { rows } = await superuser.query<{ instants: Date[] }>(
    `select array(
       select distinct candidate from (
         select (wall at time zone 'UTC') - ((near at time zone zone) - (near at time zone 'UTC')) as candidate
         from unnest(array[wall at time zone 'UTC' - interval '1 day', wall at time zone 'UTC' + interval '1 day']) near) both_sides
       where candidate at time zone zone = wall order by candidate) as instants
     from unnest($1::text[], $2::timestamp[]) with ordinality as queries (zone, wall, nth) order by nth`,
    [wallTimes.map(({ zone }) => zone), wallTimes.map(({ wall }) => wall)],
  );
  return rows.map(({ instants }) => instants.map((at) => at.getTime()));
}

/** Our result in the same form: none if the time is skipped, two if it occurs twice. */
function ourInstants({ zone, wall }: Wall): number[] {
  const { at, refusal } = resolveWallTime(wall, zone, undefined, 'start');
  if (at) return [at.getTime()];
  const { offsets } = refusal.extra ?? {};
  if (!Array.isArray(offsets)) return [];
  return offsets.map((offset) => resolveWallTime(wall, zone, offset, 'start').at?.getTime() ?? Number.NaN);
}

const wallAt = (at: number, offset: number): string => new Date(at + offset * minuteMs).toISOString().slice(0, 16);

test('a name of three letters that is accepted is known to PostgreSQL, as are old names', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)));
  const accepted = names.filter(isTimeZone);
  expect(accepted).toContain('UTC');
  expect(accepted.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => /^(Etc|US|Canada|Brazil)\//.test(name) && !isTimeZone(name))).toEqual([]);
});

test('a wall time around every change of the clocks exists never, once or twice, as in PostgreSQL', async () => {
  const wallTimes = changes.flatMap(({ zone, at, before, after }) => {
    const jump = Math.abs(after - before);
    return [-1, 0, Math.floor(jump / 2), jump - 1, jump].map((minutes) => ({
      zone,
      wall: wallAt(at.getTime() + minutes * minuteMs, Math.min(before, after)),
    }));
  });
  const theirs = await instantsOf(wallTimes);
  const wrong = wallTimes.filter((wall, index) => String(ourInstants(wall)) !== String(theirs[index]));
  expect(wrong).toEqual([]);
  const counts = Map.groupBy(theirs, ({ length }) => length);
  expect([...counts.keys()].sort(), 'all three cases occurred').toEqual([0, 1, 2]);
  expect(wallTimes.length).toBeGreaterThan(10_000);
}, 120_000);

test('the times suggested for a skipped time exist, on either side of the change', () => {
  for (const { zone, at, before, after } of changes.filter((change) => change.after > change.before)) {
    const wall = wallAt(at.getTime() + Math.floor((after - before) / 2) * minuteMs, before);
    const nearest = resolveWallTime(wall, zone, undefined, 'start').refusal?.extra?.nearest;
    const [earlier = NaN, later = NaN] = Array.isArray(nearest)
      ? nearest.map((one) => resolveWallTime(String(one), zone, undefined, 'start').at?.getTime() ?? NaN)
      : [];
    expect([earlier < at.getTime(), later >= at.getTime()], `${zone} ${wall}`).toEqual([true, true]);
  }
});

const minuteOfRange = integer({ min: 0, max: dayCount * 1_440 - 1 });
const instant = (minutes: number) => new Date(Date.parse(`${firstDay}T00:00Z`) + minutes * minuteMs);

test('random times convert to instants and back, and to the company day', async () => {
  const seen: { zone: string; at: Date }[] = [];
  assert(
    property(constantFrom(...zones), minuteOfRange, (zone, minutes) => {
      const at = instant(minutes);
      seen.push({ zone, at });
      const back = resolveWallTime(wallTimeOf(at, zone), zone, offsetOf(at, zone), 'start');
      return back.at?.getTime() === at.getTime() && dayOf(at, zone) === wallTimeOf(at, zone).slice(0, 10);
    }),
    { numRuns: 5_000 },
  );
  const { rows } = await superuser.query<{ wall: string }>(
    `select to_char(at at time zone zone, 'YYYY-MM-DD"T"HH24:MI') as wall
     from unnest($1::text[], $2::timestamptz[]) with ordinality as asked (zone, at, nth) order by nth`,
    [seen.map(({ zone }) => zone), seen.map(({ at }) => at)],
  );
  expect(seen.filter(({ zone, at }, index) => rows[index]?.wall !== wallTimeOf(at, zone))).toEqual([]);
});

test('a day begins at its first instant, also where midnight is skipped or repeated; days have no gaps', async () => {
  const around = changes.flatMap(({ zone, at }) =>
    [-1, 0, 1].map((days) => ({ zone, day: addDays(dayOf(at, zone), days) })),
  );
  const starts = around.map(({ zone, day }) => dayStartsAt(day, zone));
  const { rows } = await superuser.query<{ first: string; last: string }>(
    `select (at at time zone zone)::date::text as first, ((at - interval '1 millisecond') at time zone zone)::date::text as last
     from unnest($1::text[], $2::timestamptz[]) with ordinality as asked (zone, at, nth) order by nth`,
    [around.map(({ zone }) => zone), starts],
  );
  const wrong = around.filter(({ day }, index) => rows[index]?.first !== day || rows[index]?.last !== addDays(day, -1));
  expect(wrong).toEqual([]);
  const hours = new Set(around.map(({ zone, day }) => lengthInHours(zone, day)));
  // Lord Howe changes its clocks by half an hour, Troll by two hours.
  expect([...hours]).toEqual(expect.arrayContaining([22, 23, 23.5, 24, 24.5, 25, 26]));
});

const lengthInHours = (zone: string, day: string): number =>
  (dayStartsAt(addDays(day, 1), zone).getTime() - dayStartsAt(day, zone).getTime()) / (60 * minuteMs);

test('Apia has no 30 December 2011, and the refusal names the days before and after it', async () => {
  const query = { zone: 'Pacific/Apia', wall: '2011-12-30T09:00' };
  expect(await instantsOf([query])).toEqual([[]]);
  const { refusal } = resolveWallTime(query.wall, query.zone, undefined, 'start');
  expect(refusal?.extra).toEqual({ nearest: ['2011-12-29T09:00', '2011-12-31T09:00'] });
});

test('every day is in the week that PostgreSQL puts it in, whichever day weeks start on, in years of 52 and 53 weeks', async () => {
  const { rows } = await superuser.query<{ day: string; starts: string[]; week: number }>(
    `select day::date::text as day, extract(week from day)::int as week,
       array(select (date_trunc('week', day - (n - 1) * interval '1 day') + (n - 1) * interval '1 day')::date::text
             from generate_series(1, 7) n order by n) as starts
     from generate_series($1::timestamp, $1::timestamp + $2 * interval '1 day', '1 day') day`,
    [firstDay, dayCount],
  );
  const wrong = rows.filter(({ day, starts }) => starts.some((start, index) => weekStart(day, index + 1) !== start));
  expect(wrong).toEqual([]);
  expect(Math.max(...rows.map(({ week }) => week))).toBe(53);
});

test('random shifts have the duration between their instants, in every zone', () => {
  const shift = tuple(constantFrom(...zones), minuteOfRange, integer({ min: 1, max: 1_440 }), constantFrom(...zones));
  assert(
    property(shift, ([zone, minutes, length, elsewhere]) => {
      const [start, end] = [instant(minutes), instant(minutes + length)];
      const read = (at: Date, where: string) =>
        resolveWallTime(wallTimeOf(at, where), where, offsetOf(at, where), 'start').at?.getTime() ?? Number.NaN;
      return [zone, elsewhere].every((where) => read(end, where) - read(start, where) === length * minuteMs);
    }),
    { numRuns: 1_000 },
  );
});
