// An import of history over days on which clocks change: lengths are what elapsed, never a difference of wall times. In Germany clocks are put
// from 2:00 to 3:00 on 29 March 2026 and 30 March 2025, and from 3:00 to 2:00 on 25 October 2026 and 26 October 2025.

import { expect, test } from 'vitest';
import { openHistoryFixture } from '../support/history.ts';
import { csvOf } from '../support/time-reports.ts';

const fixture = await openHistoryFixture();

const toggl = ['User', 'Project', 'Start date', 'Start time', 'End date', 'End time', 'Duration'];
const withoutEnd = ['User', 'Project', 'Date', 'Start time', 'Duration'];

type Zone = 'Europe/Berlin' | 'Asia/Jakarta';
/** A row for each person, so that none overlaps another. */
type Rows = Record<string, string>;

const sheetOf = (heading: readonly string[], rows: Rows): string =>
  csvOf([heading, ...Object.entries(rows).map(([person, row]) => [person, 'Website', ...row.split(' ')])]);

/** The minutes of each row, or why it is not imported. */
async function imported(heading: readonly string[], rows: Rows, zone: Zone = 'Europe/Berlin') {
  const importId = await fixture.history.read(sheetOf(heading, rows));
  await fixture.history.check(importId, { zone });
  const found = await fixture.history.rows(importId);
  if (found.some(({ verdict }) => verdict === 'new'))
    expect(await fixture.history.run(importId)).toMatchObject({ state: 'imported' });
  return Object.fromEntries(
    found.map(({ person, verdict, minutes }) => [person, verdict === 'new' ? minutes : verdict]),
  );
}

/** Start and end of each person in UTC: "22:00-06:00". */
const hours = async () => {
  const { worklogs } = await fixture.company.admin.ok('GET /companies/{companyId}/worklogs', {
    companyId: fixture.company.id,
    pageSize: 50,
  });
  return Object.fromEntries(
    worklogs.map(({ workerName, startsAt, endsAt }) => [
      workerName,
      [startsAt, endsAt].map((at) => String(at).slice(11, 16)).join('-'),
    ]),
  );
};

test('the length of a file counts, and what elapsed beyond it is a break', async () => {
  const rows = {
    'In spring': '2026-03-28 22:00:00 2026-03-29 06:00:00 07:00:00',
    'In spring on one day': '2025-03-30 01:00:00 2025-03-30 04:00:00 02:00:00',
    'In spring with a break': '2026-03-28 22:00:00 2026-03-29 06:00:00 06:30:00',
    'In spring with seconds': '2026-03-28 22:00:40 2026-03-29 06:00:10 06:59:30',
    'In autumn': '2026-10-24 22:00:00 2026-10-25 06:00:00 09:00:00',
    'In autumn with a break': '2026-10-24 22:00:00 2026-10-25 06:00:00 08:00:00',
    'In autumn with a shorter break': '2026-10-24 22:00:40 2026-10-25 06:00:10 08:30:00',
    'In autumn for a whole day': '2026-10-24 12:00:00 2026-10-25 11:00:00 24:00:00',
    'In autumn for more': '2026-10-24 12:00:00 2026-10-25 12:00:00 25:00:00',
    'In another night': '2026-05-24 22:00:00 2026-05-25 06:00:00 08:00:00',
    'In another night with a break': '2026-05-24 22:00:00 2026-05-25 06:00:00 07:00:00',
    'In another night and longer than the times': '2026-05-24 22:00:00 2026-05-25 06:00:00 09:00:00',
  };
  expect(await imported(toggl, rows)).toEqual({
    'In spring': 420,
    'In spring on one day': 120,
    'In spring with a break': 390,
    'In spring with seconds': 420,
    'In autumn': 540,
    'In autumn with a break': 480,
    'In autumn with a shorter break': 510,
    'In autumn for a whole day': 1_440,
    'In autumn for more': 'too-long',
    'In another night': 480,
    'In another night with a break': 420,
    'In another night and longer than the times': 480,
  });
});

test('without an end the length counts from the start', async () => {
  const rows = {
    Spring: '2026-03-28 22:00 07:00:00',
    May: '2026-05-24 22:00 07:00:00',
    Autumn: '2026-10-24 22:00 09:00:00',
  };
  expect(await imported(withoutEnd, rows)).toEqual({ Spring: 420, May: 420, Autumn: 540 });
  expect(await hours()).toEqual({ Spring: '21:00-04:00', May: '20:00-03:00', Autumn: '20:00-05:00' });
});

test('in a zone without changes of clocks the length is compared with the times', async () => {
  const rows = {
    Spring: '2026-03-28 22:00:00 2026-03-29 06:00:00 07:00:00',
    Autumn: '2026-10-24 22:00:00 2026-10-25 06:00:00 08:00:00',
  };
  expect(await imported(toggl, rows, 'Asia/Jakarta')).toEqual({ Spring: 420, Autumn: 480 });
  expect(await hours()).toEqual({ Spring: '15:00-22:00', Autumn: '15:00-23:00' });
  expect(await imported(withoutEnd, { Later: '2026-03-28 22:00 07:00:00' }, 'Asia/Jakarta')).toEqual({ Later: 420 });
});

test('in the hour that is repeated, what agrees with the length counts, else the second', async () => {
  const night = '2025-10-26';
  await imported(toggl, {
    'First end': `${night} 01:30:00 ${night} 02:30:00 01:00:00`,
    'Second end': `${night} 01:30:00 ${night} 02:30:00 02:00:00`,
    'Neither end': `${night} 01:30:00 ${night} 02:30:00 01:30:00`,
    'First start': `${night} 02:30:00 ${night} 04:00:00 02:30:00`,
    'Second start': `${night} 02:30:00 ${night} 04:00:00 01:30:00`,
    'Start and end alike': `${night} 02:30:00 ${night} 02:30:00 01:00:00`,
    'End before start': `${night} 02:45:00 ${night} 02:15:00 00:30:00`,
    'End before start without a length': `${night} 02:45:00 ${night} 02:15:00 `,
    'Both agree': `${night} 02:15:00 ${night} 02:45:00 00:30:00`,
  });
  expect(await hours()).toEqual({
    'First end': '23:30-00:30',
    'Second end': '23:30-01:30',
    'Neither end': '23:30-01:00',
    'First start': '00:30-03:00',
    'Second start': '01:30-03:00',
    'Start and end alike': '00:30-01:30',
    'End before start': '00:45-01:15',
    'End before start without a length': '00:45-01:15',
    'Both agree': '01:15-01:45',
  });
});

test('elsewhere an end before the start, or at it, is none', async () => {
  const rows = {
    Before: '2025-10-27 02:45:00 2025-10-27 02:15:00 00:30:00',
    Alike: '2025-10-27 02:30:00 2025-10-27 02:30:00 01:00:00',
  };
  expect(await imported(toggl, rows)).toEqual({ Before: 'negative-length', Alike: 'too-short' });
  const night = { Before: '2025-10-26 02:45:00 2025-10-26 02:15:00 00:30:00' };
  expect(await imported(toggl, night, 'Asia/Jakarta')).toEqual({ Before: 'negative-length' });
});

test('times without a length count as what elapsed between them', async () => {
  const rows = {
    Spring: '2026-03-28 22:00:00 2026-03-29 06:00:00 ',
    'More than a day in spring': '2026-03-28 12:00:00 2026-03-29 12:30:00 ',
    'More than a day in May': '2026-05-24 12:00:00 2026-05-25 12:30:00 ',
    May: '2026-05-24 22:00:00 2026-05-25 06:00:00 ',
    Autumn: '2026-10-24 22:00:00 2026-10-25 06:00:00 ',
    'Repeated hour': '2025-10-26 01:30:00 2025-10-26 02:30:00 ',
    'Skipped hour': '2026-03-29 02:30:00 2026-03-29 03:15:00 ',
  };
  expect(await imported(toggl, rows)).toEqual({
    Spring: 420,
    'More than a day in spring': 1_410,
    'More than a day in May': 'too-long',
    May: 480,
    Autumn: 540,
    'Repeated hour': 120,
    'Skipped hour': 45,
  });
});

test('the same file again adds nothing, also with another time zone', async () => {
  const rows = {
    Spring: '2026-03-28 22:00:00 2026-03-29 06:00:00 07:00:00',
    Autumn: '2026-10-24 22:00:00 2026-10-25 06:00:00 08:00:00',
  };
  expect(await imported(toggl, rows)).toEqual({ Spring: 420, Autumn: 480 });
  const known = { Spring: 'known', Autumn: 'known' };
  expect(await imported(toggl, rows)).toEqual(known);
  expect(await imported(toggl, rows, 'Asia/Jakarta')).toEqual(known);
});

test('rows that an earlier release has read keep their end', async () => {
  const sheet = sheetOf(toggl, { Sri: '2026-05-24 22:00:00 2026-05-25 06:00:00 07:30:00' });
  const importId = await fixture.history.read(sheet);
  await fixture.app.superuser.query(
    'update history_rows set start_second = default, clock_seconds = default, has_length = default where company_id = $1',
    [fixture.company.id],
  );
  await fixture.history.check(importId, { zone: 'Europe/Berlin' });
  expect(await fixture.history.rows(importId)).toMatchObject([{ verdict: 'new', minutes: 450 }]);
});

test('an end of 24:00 is midnight at the end of its day', async () => {
  const times = { Evening: '2026-05-24 22:00 24:00', Day: '2026-05-24 00:00 24:00' };
  expect(await imported(['User', 'Project', 'Date', 'From', 'To'], times)).toEqual({ Evening: 120, Day: 1_440 });
});

test('minutes with thousands are whole', async () => {
  const lengths = { Short: '2026-06-10 09:00 5', Shift: '2026-06-11 09:00 480', Whole: '2026-06-12 09:00 1,440' };
  const heading = ['User', 'Project', 'Date', 'Start time', 'Minutes'];
  expect(await imported(heading, lengths)).toEqual({ Short: 5, Shift: 480, Whole: 1_440 });
});
