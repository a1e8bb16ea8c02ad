// Undoing an import of history, files that cannot be read, and that every row of any file ends as imported, merged or skipped.

import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxHistoryPeople, maxHistoryRows } from '#domain/history-imports/limits.ts';
import { historyVerdictNames, historyVerdicts } from '#domain/history-imports/verdicts.ts';
import { setPolicies, submitDay } from '../support/company.ts';
import { openHistoryFixture } from '../support/history.ts';
import { csvOf, entry, minutesOf, toggl } from '../support/time-reports.ts';
import { xlsxOf, zipOf } from '../support/xlsx.ts';

const fixture = await openHistoryFixture();
const { app } = fixture;

/** Rows of each table of the company that an import writes to. */
const counted = async () => {
  const names = [
    'worklogs',
    'worklog_events',
    'members',
    'clients',
    'projects',
    'tasks',
    'project_workers',
    'imported_worklogs',
    'tags',
    'worklog_tags',
    'imported_people',
  ];
  const { rows } = await app.superuser.query(
    `select ${names.map((name) => `(select count(*)::int from ${name} where company_id = $1) as ${name}`).join(', ')}`,
    [fixture.company.id],
  );
  return rows[0];
};

const report = async () => {
  const { totals } = await fixture.company.admin.ok('GET /companies/{companyId}/reports', {
    companyId: fixture.company.id,
    from: '2026-03-01',
    to: '2026-03-31',
  });
  return totals;
};

const march = [
  entry('2026-03-02T09:00:00', '2026-03-02T10:30:00'),
  entry('2026-03-03T09:00:00', '2026-03-03T10:00:00', { person: 'Eko', client: 'Globex' }),
];

describe('undoing', () => {
  test('leaves nothing of an import, totals included', async () => {
    const before = { rows: await counted(), totals: await report() };
    const { id } = await fixture.history.importFile(toggl(march));
    expect(await report()).not.toEqual(before.totals);
    expect(await fixture.history.undo(id)).toMatchObject({ state: 'undone', problem: null, mayUndo: false });
    expect({ rows: await counted(), totals: await report() }).toEqual(before);
    const { rows } = await app.superuser.query(
      `select kind, about, from_value, to_value from audit_events where company_id = $1 and kind like 'history-%' order by at`,
      [fixture.company.id],
    );
    expect(rows).toEqual([
      { kind: 'history-imported', about: 'history.csv', from_value: null, to_value: '2' },
      { kind: 'history-undone', about: 'history.csv', from_value: '2', to_value: null },
    ]);
    expect((await fixture.history.importFile(toggl(march))).state).toBe('imported');
  });

  test('is refused once one of its worklogs was changed', async () => {
    const { email } = fixture.company.worker;
    const { id } = await fixture.history.importFile(
      toggl([entry('2026-03-02T09:00:00', '2026-03-02T10:00:00', { email })]),
      {
        status: 'pending',
      },
    );
    const { rows } = await app.superuser.query<{ id: string }>(
      'select id from worklogs where company_id = $1 and is_imported',
      [fixture.company.id],
    );
    await fixture.company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: fixture.company.id,
      decision: 'approve',
      worklogs: rows.map((row) => ({ id: row.id, version: 1 })),
    });
    expect(await fixture.history.undo(id)).toMatchObject({
      state: 'imported',
      problem: 'history-import.worklogs-changed',
    });
    expect(await counted()).toMatchObject({ imported_worklogs: 1 });
  });

  test('is refused in a period that was locked since, and after 30 days', async () => {
    const { id } = await fixture.history.importFile(toggl(march));
    await setPolicies(fixture.company.admin, fixture.company.id, { lockedUntil: '2026-03-31' });
    expect((await fixture.history.undo(id)).problem).toBe('history-import.period-locked');
    await app.superuser.query(
      `update history_imports set finished_at = finished_at - interval '30 days' where id = $1`,
      [id],
    );
    const { problem } = await fixture.company.admin.call(
      'POST /companies/{companyId}/history-imports/{importId}/undo',
      {
        companyId: fixture.company.id,
        importId: id,
      },
    );
    expect(problem?.code).toBe('history-import.too-late');
  });

  test('is refused in a period that was locked since, also where importing before an earlier lock date was confirmed', async () => {
    const { admin, id: companyId } = fixture.company;
    await setPolicies(admin, companyId, { lockedUntil: '2026-03-02' });
    const { id, counts } = await fixture.history.importFile(toggl(march), { intoLocked: true });
    expect(counts).toMatchObject({ new: 2, locked: 0 });
    await setPolicies(admin, companyId, { lockedUntil: '2026-03-31' });
    expect((await fixture.history.undo(id)).problem).toBe('history-import.period-locked');
    await setPolicies(admin, companyId, { lockedUntil: '2026-03-02' });
    expect(await fixture.history.undo(id)).toMatchObject({ state: 'undone', problem: null });
  });

  test('keeps what something else uses meanwhile', async () => {
    const { email } = fixture.company.worker;
    const { id } = await fixture.history.importFile(
      toggl([entry('2026-03-02T09:00:00', '2026-03-02T10:00:00', { email })]),
    );
    const { rows } = await app.superuser.query<{ id: string }>(
      `select id from tasks where company_id = $1 and name = 'Design'`,
      [fixture.company.id],
    );
    await submitDay(
      { ...fixture.company, project: { ...fixture.company.project, timedTaskId: rows[0]?.id ?? '' } },
      fixture.company.worker,
      '2026-03-04',
      '09:00',
      '10:00',
    );
    expect((await fixture.history.undo(id)).state).toBe('undone');
    const kept = await app.superuser.query(
      `select p.name from tasks t join projects p on p.company_id = t.company_id and p.id = t.project_id where t.id = $1`,
      [rows[0]?.id],
    );
    expect(kept.rows).toEqual([{ name: 'Website' }]);
  });
});

test('rows of files are deleted after a month, and the same file still adds nothing', async () => {
  const { id } = await fixture.history.importFile(toggl(march));
  await fixture.history.work('delete-history-rows');
  expect(await fixture.history.rows(id)).toHaveLength(2);
  await app.superuser.query(`update history_imports set finished_at = finished_at - interval '31 days' where id = $1`, [
    id,
  ]);
  await app.superuser.query(`select graphile_worker.add_job('delete-history-rows', $1::json)`, [
    JSON.stringify({ companyId: fixture.company.id, importId: id }),
  ]);
  await fixture.history.work('delete-history-rows');
  expect(await fixture.history.rows(id)).toEqual([]);
  const again = await fixture.history.read(toggl(march));
  expect((await fixture.history.check(again)).counts).toMatchObject({ known: 2, new: 0 });
});

test('a workbook is read like a file of text', async () => {
  const workbook = xlsxOf([
    ['Name', 'Date', 'From', 'To', 'Project'],
    ['Sri', '2026-03-02', '09:00', '10:00', 'Website'],
  ]);
  const importId = await fixture.history.read(workbook, { fileName: 'march.xlsx' });
  expect((await fixture.history.check(importId)).counts.new).toBe(1);
});

test('a workbook may have days and moments as dates, also at midnight', async () => {
  const at = (text: string) => new Date(`${text}Z`);
  const workbook = xlsxOf([
    ['Name', 'Start', 'End', 'Project'],
    ['Sri', at('2026-03-02T09:00'), at('2026-03-02T10:30'), 'Website'],
    ['Sri', at('2026-03-02T22:00'), at('2026-03-03T00:00'), 'Website'],
    ['Sri', at('2026-03-03T00:00'), at('2026-03-03T01:00'), 'Website'],
  ]);
  const importId = await fixture.history.read(workbook, { fileName: 'nights.xlsx' });
  expect((await fixture.history.check(importId)).counts).toMatchObject({ new: 3 });
});

test('a workbook may have lengths of more than a day', async () => {
  const length = (text: string) => new Date(`${text}Z`);
  const workbook = xlsxOf([
    ['Name', 'Date', 'Hours'],
    ['Sri', '2026-03-02', length('1899-12-30T07:30')],
    ['Sri', '2026-03-03', length('1899-12-31T02:00')],
  ]);
  const importId = await fixture.history.read(workbook, { fileName: 'lengths.xlsx' });
  expect((await fixture.history.check(importId)).counts).toMatchObject({ placed: 1, 'too-long': 1 });
});

const oneRow = 'Name,Date,Hours\nSri,2026-03-02,1\n';

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${oneRow.replaceAll(',', '\t')}`, 'utf16le'), 1],
  ['Windows-1252 with semicolons', Buffer.from('Nämé;Name;Date;Hours\r\nx;Sri;2026-03-02;1,0\r\n', 'latin1'), 1],
  [
    'Windows-1250 in Polish',
    // Użytkownik;Data;Godziny;Projekt – Łukasz, Żółw
    Buffer.from('U\u00bfytkownik;Data;Godziny;Projekt\r\n\u00a3ukasz;2026-03-02;1,0;\u00af\u00f3\u00b3w\r\n', 'latin1'),
    1,
  ],
  ['text with bars', Buffer.from(oneRow.replaceAll(',', '|')), 1],
  ['a cell with many lines', 'Name,Date,Hours,Notes\nSri,2026-03-02,1,"a;\nb;\nc;\nd;"\n', 1],
  ['a title above the heading and the heading twice', `Report of March\n\n${oneRow}${oneRow}`, 2],
])('%s is read', async (_, content, rows) => {
  const importId = await fixture.history.read(content);
  const { counts } = await fixture.history.check(importId);
  expect(counts.placed).toBe(rows);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(rows);
});

describe('refused, with what to do, and nothing is left of it:', () => {
  const crowd = `Name,Date,Hours\n${Array.from({ length: maxHistoryPeople + 1 }, (_, index) => `Person ${index},2026-03-02,1`).join('\n')}`;
  const columns = Array.from({ length: 1_000 }, (_, index) => `c${index}`).join(',');
  test.each([
    ['nothing', '', 'empty'],
    ['only a heading', 'Name,Date,Hours\n', 'empty'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'not-a-table'],
    ['a web page', '<!DOCTYPE html><table><tr><td>a', 'not-a-table'],
    ['JSON', '[{"user":"Sri"}]', 'not-a-table'],
    ['one column', 'Hello\nWorld\n', 'not-a-table'],
    ['a thousand columns', `${columns}\n${columns}\n`, 'too-many-columns'],
    ['an archive', zipOf([{ name: 'tasks/1.json', content: Buffer.from('{}') }]), 'archive'],
    [
      'an archive that claims gigabytes',
      zipOf([{ name: 'a.csv', content: Buffer.from('x'), claimsBytes: 4_000_000_000 }]),
      'too-large',
    ],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'old-excel'],
    [
      'text in Shift_JIS',
      Buffer.from([...Buffer.from(oneRow), 0x8e, 0x52, 0x93, 0x63, 0x81, 0x40, 0x91, 0xbe]),
      'unknown-encoding',
    ],
    ['a Japanese name in Shift_JIS', Buffer.from([...Buffer.from(oneRow), 0x8e, 0x52, 0x93, 0x63]), 'unknown-encoding'],
    [
      'a Russian name in Windows-1251',
      Buffer.from([...Buffer.from(oneRow), 0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2]),
      'unknown-encoding',
    ],
    [
      'more rows than an import has',
      `Name,Date,Hours\n${'Sri,2026-03-02,1\n'.repeat(maxHistoryRows + 1)}`,
      'too-many-rows',
    ],
    ['more people than an import has', crowd, 'too-many-people'],
    ['half a workbook', xlsxOf([['Name', 'Date', 'Hours']]).subarray(0, 300), 'damaged'],
    ['an open quote', `${oneRow}Sri,"2026-03-03,1\n${'Sri,2026-03-02,1\n'.repeat(20_000)}`, 'open-quote'],
  ])('%s', async (_, content, code) => {
    const { status, problem } = await fixture.history.send(content);
    expect([status, problem?.code]).toEqual([422, `history-import.${code}`]);
    const { rows } = await app.superuser.query(
      `select count(*)::int as left from history_imports where company_id = $1`,
      [fixture.company.id],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

test('a run cannot begin before a check, nor a second step during the first', async () => {
  const importId = await fixture.history.read(toggl(march));
  const path = { companyId: fixture.company.id, importId };
  const run = () => fixture.company.admin.call('POST /companies/{companyId}/history-imports/{importId}/run', path);
  expect((await run()).problem?.code).toBe('history-import.not-now');
  await fixture.history.check(importId);
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await fixture.history.send(toggl(march), { importId })).problem?.code).toBe('history-import.not-now');
  await fixture.history.work('run-history');
  expect((await fixture.history.details(importId)).state).toBe('imported');
});

test('imported, merged and skipped rows are all rows, and minutes are those of the rows that entered', async () => {
  const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}`;
  const rowOf = record({
    person: constantFrom('Sri', 'Eko', ''),
    day: integer({ min: 1, max: 4 }),
    from: integer({ min: 0, max: 47 }),
    length: integer({ min: -1, max: 12 }),
    hasTimes: constantFrom(true, true, false),
    isKnown: constantFrom(true, false, false),
  });
  const wall = (halfHours: number) =>
    `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 === 0 ? '00' : '30'}`;
  await assert(
    asyncProperty(
      array(rowOf, { minLength: 1, maxLength: 25 }),
      constantFrom('shorten', 'skip'),
      async (rows, overlapChoice) => {
        const cells = rows.map((row) =>
          row.hasTimes
            ? [row.person, day(row.day), wall(row.from), wall(Math.min(47, row.from + Math.abs(row.length))), '']
            : [row.person, day(row.day), '', '', String(row.length)],
        );
        const heading = ['Name', 'Date', 'From', 'To', 'Hours'];
        const known = cells.filter((_, index) => rows[index]?.isKnown);
        if (known.length > 0) {
          const first = await fixture.history.read(csvOf([heading, ...known]));
          const { counts } = await fixture.history.check(first, { overlapChoice });
          if (
            Object.entries(counts).some(
              ([verdict, count]) => count > 0 && ['new', 'shortened', 'placed'].includes(verdict),
            )
          )
            await fixture.history.run(first);
        }
        const before = await minutesStored();
        const importId = await fixture.history.read(csvOf([heading, ...cells]));
        const { counts } = await fixture.history.check(importId, { overlapChoice });
        const of = (outcome: string) =>
          historyVerdictNames
            .filter((name) => historyVerdicts[name] === outcome)
            .reduce((sum, name) => sum + (counts[name] ?? 0), 0);
        expect(of('imported') + of('merged') + of('not-work') + of('skipped')).toBe(rows.length);
        const entered = (await fixture.history.rows(importId)).filter(
          ({ verdict }) => historyVerdicts[verdict] === 'imported',
        );
        expect(entered).toHaveLength(of('imported'));
        if (entered.length > 0) expect((await fixture.history.run(importId)).state).toBe('imported');
        expect((await minutesStored()) - before).toBe(entered.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0));
      },
    ),
    { numRuns: 8 },
  );
});

async function minutesStored(): Promise<number> {
  const { rows } = await app.superuser.query<{ minutes: number }>(
    `select coalesce(sum(minutes), 0)::int as minutes from worklogs where company_id = $1`,
    [fixture.company.id],
  );
  return rows[0]?.minutes ?? 0;
}

test('the minutes of a file of distinct rows are imported to the minute', async () => {
  const entries = Array.from({ length: 400 }, (_, index) => {
    const at = Date.parse('2026-01-01T00:00:00Z') + index * 3_600_000;
    const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    return entry(iso(at + (index % 60) * 1_000), iso(at + 600_000 + ((index * 7) % 2_900) * 1_000), {
      task: `Task ${index % 9}`,
    });
  });
  const importId = await fixture.history.read(toggl(entries));
  await fixture.history.check(importId);
  await fixture.history.run(importId);
  expect(await minutesStored()).toBe(entries.reduce((sum, one) => sum + minutesOf(one), 0));
});
