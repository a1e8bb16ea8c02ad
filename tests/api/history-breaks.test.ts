// Breaks in an import of history: they are no work, so they are left out, create nothing, overlap nothing, and have their own sum.

import { expect, test } from 'vitest';
import { openHistoryFixture } from '../support/history.ts';
import { clockify, entry, solidtime, solidtimeArchive } from '../support/time-reports.ts';
import { xlsxOf, zipOf } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

const lunch = { client: 'Globex', project: 'Lunch', task: 'Noodles', isBreak: true } as const;
const march = [
  entry('2026-03-17T09:00:00', '2026-03-17T12:00:30'),
  entry('2026-03-17T12:00:30', '2026-03-17T13:00:00', lunch),
  entry('2026-03-17T13:00:00', '2026-03-17T17:00:00'),
  entry('2026-03-17T15:00:00', '2026-03-17T15:10:00', lunch),
  entry('2026-03-18T12:00:00', '2026-03-18T13:00:00', { ...lunch, person: 'Eko Prasetyo' }),
];

/** No cell of these rows has a comma. */
const workbook = xlsxOf(
  clockify(march)
    .trim()
    .split('\r\n')
    .map((line) => line.split(',')),
);

const storedMinutes = async (): Promise<number[]> => {
  const { rows } = await app.superuser.query<{ minutes: number }>(
    'select minutes from worklogs where company_id = $1 order by starts_at',
    [fixture.company.id],
  );
  return rows.map(({ minutes }) => minutes);
};

test.each([
  ['Clockify', clockify(march)],
  ['a workbook of Clockify', workbook],
  ['solidtime', solidtime(march)],
  ['the archive of solidtime', zipOf(solidtimeArchive(march))],
])('of %s are left out and counted, and have a sum beside that of the file', async (_, file) => {
  const importId = await fixture.history.read(file);
  const checked = await fixture.history.check(importId);
  expect(checked.counts).toMatchObject({ new: 2, break: 3 });
  expect(checked.creates).toMatchObject({ people: 1, clients: 1, projects: 1, tasks: 1 });
  expect(checked.questions.overlapChoice).toBeUndefined();
  expect(await fixture.history.totals(importId)).toEqual([
    {
      person: 'Eko Prasetyo',
      month: '2026-03-01',
      rows: 1,
      fileSeconds: 3_600,
      breakSeconds: 3_600,
      importedMinutes: 0,
      mergedMinutes: 0,
    },
    {
      person: 'Sri Rahayu',
      month: '2026-03-01',
      rows: 4,
      fileSeconds: 29_400,
      breakSeconds: 4_170,
      importedMinutes: 420,
      mergedMinutes: 0,
    },
  ]);
  await fixture.history.run(importId);
  expect(await storedMinutes()).toEqual([180, 240]);
  const again = await fixture.history.check(await fixture.history.read(file));
  expect(again.counts).toMatchObject({ known: 2, break: 3, new: 0 });
});

test('do not hide work: a length of breaks in a row, as Kimai may have it, is another column', async () => {
  const file = [
    'Date,From,To,Duration,Break,User,Customer,Project,Activity,Description,Type',
    '2026-03-17,09:00,17:00,7:00,1:00,Sri,Acme,Website,Design,,timesheet',
    '2026-03-18,09:00,17:00,7:00,1,Sri,Acme,Website,Design,,timesheet',
  ].join('\n');
  const importId = await fixture.history.read(file);
  const { counts } = await fixture.history.check(importId);
  expect(counts).toMatchObject({ new: 2, break: 0 });
  expect(await fixture.history.totals(importId)).toMatchObject([
    { fileSeconds: 50_400, breakSeconds: 0, importedMinutes: 840 },
  ]);
});
