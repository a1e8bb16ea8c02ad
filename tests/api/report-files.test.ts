// Report files, read back by third-party libraries: exactly the rows of the page, in the reader's language, and no formulas.

import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';

let app: TestApp;
let ours: TestCompany;
/** Four hours on a Sunday, two on the Monday after, and an expense. */
let grouped: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app);
  grouped = await foundTestCompany(app);
  await submitDay(grouped, grouped.worker, '2026-03-01', '08:00', '12:00');
  await submitDay(grouped, grouped.worker, '2026-03-02', '08:00', '10:00');
  await spend(grouped, '1250.5', 'Taxi');
});
afterAll(() => app.close());

type Named = 'of' | 'format' | 'style' | 'language' | 'from' | 'to' | 'statuses' | 'workerIds';
type FileInput = Partial<Record<Named, string>> & { groupBy?: ReportGroup[] };

const march = { from: '2026-03-01', to: '2026-03-31' };

const fileOf = async (actor: Actor, company: TestCompany, input: FileInput = {}) => {
  const { groupBy = [], ...named } = input;
  const query = new URLSearchParams({ of: 'worklogs', format: 'csv', style: 'plain', ...march, ...named });
  for (const group of groupBy) query.append('groupBy', group);
  const url = `${apiPrefix}/companies/${company.id}/reports/file?${query}`;
  return app.app.inject({ method: 'GET', url, headers: { cookie: actor.cookie } });
};

const rowsOf = (text: string, delimiter = ','): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' });

const read = async (actor: Actor, company: TestCompany, input: FileInput = {}) => {
  const reply = await fileOf(actor, company, input);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return rowsOf(reply.body, input.language === 'id' && input.style === 'local' ? ';' : ',');
};

const sheetOf = async (actor: Actor, company: TestCompany, input: FileInput = {}) =>
  readSheet(new Uint8Array((await fileOf(actor, company, { format: 'xlsx', ...input })).rawPayload).buffer);

const spend = (company: TestCompany, amount: string, notes: string, day = '2026-03-05') =>
  company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.expenseTaskId,
    day,
    amount,
    notes,
  });

describe('a file of worklogs', () => {
  test('contains what the list shows, in ISO formats under stable column names', async () => {
    const company = await foundTestCompany(app);
    const { id } = await submitDay(
      company,
      company.worker,
      '2026-03-02',
      '08:00',
      '16:30',
      'Line one\nLine "two"; three, 😀 \u202Bעברית',
    );
    const expense = await spend(company, '125000.5', 'Taxi');
    await company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision: 'approve',
      notes: 'Fine\\ok\tthen',
      worklogs: [{ id, version: 1 }],
    });
    const reply = await fileOf(company.admin, company);
    expect(reply.body.startsWith('\uFEFFid,day,worker,worker_id,project,')).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition':
        'attachment; filename="Acme Company _ worklogs 2026-03-01 _ 2026-03-31.csv"; filename*=UTF-8\'\'Acme%20Company%20%E2%80%93%20worklogs%202026-03-01%20%E2%80%93%202026-03-31.csv',
    });
    const [first, second, ...rest] = rowsOf(reply.body);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      id,
      day: '2026-03-02',
      worker: 'Acme Worker',
      worker_id: company.worker.userId,
      project: 'Acme Project',
      task: 'Acme Work',
      kind: 'timed',
      status: 'approved',
      start: '2026-03-02T08:00:00+07:00',
      end: '2026-03-02T16:30:00+07:00',
      zone: 'Asia/Jakarta',
      minutes: '510',
      amount: '',
      currency: '',
      notes: 'Line one\nLine "two"; three, 😀 \u202Bעברית',
      reviewer: 'Acme Approver',
      review_notes: 'Fine\\ok\tthen',
    });
    expect(second).toMatchObject({
      id: expense.id,
      kind: 'expense',
      amount: '125000.50',
      currency: 'IDR',
      minutes: '',
      start: '',
    });
  });

  test('is in the caller’s language, with its number and date formats', async () => {
    const company = await foundTestCompany(app);
    await submitDay(company, company.worker, '2026-03-02', '08:00', '15:20');
    await spend(company, '1250.5', 'Taxi');
    const [english, money] = await read(company.admin, company, { style: 'local', language: 'en' });
    expect(english).toMatchObject({
      Day: '2 Mar 2026',
      Hours: '7.33',
      Minutes: '440',
      Start: '2 Mar 2026 08:00',
      Kind: 'Timed',
    });
    expect([money?.Amount, money?.Status]).toEqual(['1250.50', 'Pending']);
    const [indonesian, uang] = await read(company.admin, company, { style: 'local', language: 'id' });
    expect(indonesian).toMatchObject({ Tanggal: '02/03/2026', Jam: '7,33', Menit: '440', Status: 'Menunggu' });
    expect(uang?.Nominal).toBe('1250,50');
    const named = await fileOf(company.admin, company, { style: 'local', language: 'id' });
    expect(named.headers['content-disposition']).toContain('catatan kerja 2026-03-01');
  });

  test('as a workbook has numbers as numbers, days as days and text as text, below headers', async () => {
    const company = await foundTestCompany(app);
    await submitDay(company, company.worker, '2026-03-02', '08:00', '15:20', '=1+1 & <b> _x0041_ \u0007 "q"\nnext');
    await spend(company, '1250.5', '-5');
    const [heading, first, second] = await sheetOf(company.admin, company, { style: 'local', language: 'en' });
    const cell = (row: typeof first, title: string) => row?.[heading?.indexOf(title) ?? -1];
    expect(heading?.slice(0, 3)).toEqual(['Day', 'Worker', 'Project']);
    expect(cell(first, 'Day')).toEqual(new Date('2026-03-02T00:00:00Z'));
    expect(cell(first, 'Start')).toEqual(new Date('2026-03-02T08:00:00Z'));
    expect(cell(first, 'Minutes')).toBe(440);
    expect(cell(first, 'Hours')).toBeCloseTo(440 / 60, 10);
    expect(cell(first, 'Notes')).toContain('=1+1 & <b>');
    expect([cell(second, 'Amount'), cell(second, 'Currency'), cell(second, 'Notes')]).toEqual([1250.5, 'IDR', '-5']);
  });

  test('contains only headers without matches, and omits rejected worklogs by default', async () => {
    const company = await foundTestCompany(app);
    const { id } = await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
    await company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision: 'reject',
      notes: 'No',
      worklogs: [{ id, version: 1 }],
    });
    expect(await read(company.admin, company)).toEqual([]);
    expect(await sheetOf(company.admin, company)).toHaveLength(1);
    expect(await read(company.admin, company, { statuses: 'rejected' })).toHaveLength(1);
  });
});

describe('formula injection', () => {
  const attacks = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1+1',
    ' =1+1',
    '"=1+1',
    "'=1+1",
    '＝1+1',
    "=cmd|'/C calc'!A0",
    '-2+3',
  ];

  test('is escaped in a CSV, after any prefix, and numbers stay numbers', async () => {
    const company = await foundTestCompany(app);
    const notes = [...attacks, '-5', '-5.25', 'a;=1+1', 'a,=1+1'];
    for (const [index, note] of notes.entries())
      await spend(company, '1', note, `2026-03-${String(index + 1).padStart(2, '0')}`);
    const { body } = await fileOf(company.admin, company);
    const shown = rowsOf(body).map((row) => row.notes);
    expect(shown.slice(0, attacks.length).filter((text) => !text?.startsWith("'"))).toEqual([]);
    expect(shown.slice(attacks.length)).toEqual(['-5', '-5.25', "a;'=1+1", "a,'=1+1"]);
    // A spreadsheet that uses another separator interprets quotes only at the beginning of its own cells.
    expect(body).not.toMatch(/[,;|\t]"?=/);
  });

  test('is escaped in the names of projects and people', async () => {
    const company = await foundTestCompany(app, { canary: '=HYPERLINK("http://evil.example")' });
    await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
    const [row] = await read(company.admin, company);
    for (const text of [row?.worker, row?.project, row?.task]) expect(text).toMatch(/^'=HYPERLINK/);
    const { body } = await fileOf(company.admin, company, { of: 'breakdown' });
    expect(body).not.toMatch(/(^|[,\n"])=HYPERLINK/);
    const named = String((await fileOf(company.admin, company)).headers['content-disposition']).split(
      "filename*=UTF-8''",
    )[1];
    expect(decodeURIComponent(named ?? '')).toBe(
      '=HYPERLINK( http evil.example ) Company – worklogs 2026-03-01 – 2026-03-31.csv',
    );
  });
});

const figures = [
  'items',
  'minutes',
  'pending_minutes',
  'approved_minutes',
  'amount',
  'pending_amount',
  'approved_amount',
  'currency',
];

const budgetFigures = ['budget_minutes', 'budget_used_minutes', 'budget_amount', 'budget_used_amount'];

describe('a file of the breakdown and of the payroll', () => {
  test('equals the totals of the pages', async () => {
    const company = await foundTestCompany(app);
    const first = await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00');
    await submitDay(company, company.worker, '2026-03-03', '08:00', '10:00');
    await spend(company, '1250.5', 'Taxi');
    await company.approver.ok('POST /companies/{companyId}/decisions', {
      companyId: company.id,
      decision: 'approve',
      worklogs: [{ id: first.id, version: 1 }],
    });
    expect(await read(company.admin, company, { of: 'breakdown' })).toMatchObject([
      {
        task: 'Acme Travel',
        kind: 'expense',
        items: '1',
        minutes: '0',
        amount: '1250.50',
        pending_amount: '1250.50',
        approved_amount: '0.00',
        currency: 'IDR',
      },
      {
        task: 'Acme Work',
        worker: 'Acme Worker',
        items: '2',
        minutes: '360',
        pending_minutes: '120',
        approved_minutes: '240',
        amount: '',
        currency: '',
      },
    ]);
    expect(await read(company.admin, company, { of: 'payroll', statuses: 'rejected' })).toMatchObject([
      { day: '2026-03-02', approved_minutes: '240', pending_minutes: '0' },
      { day: '2026-03-03', approved_minutes: '0', pending_minutes: '120' },
      { day: '2026-03-05', pending_amount: '1250.50', approved_amount: '0.00' },
    ]);
  });

  test.each<[ReportGroup[], string[]]>([
    [['worker'], ['worker']],
    [
      ['worker', 'day'],
      ['worker', 'day'],
    ],
    [
      ['week', 'status'],
      ['week', 'status'],
    ],
    [
      ['month', 'task'],
      ['month', 'task', 'project'],
    ],
    [
      ['project', 'worker', 'day'],
      ['project', 'worker', 'day'],
    ],
  ])('has the groups %o of the page and its totals', async (groupBy, names) => {
    const input = { companyId: grouped.id, ...march, groupBy };
    const rows = await read(grouped.admin, grouped, { of: 'breakdown', groupBy });
    expect(Object.keys(rows[0] ?? {}).filter((name) => !/_id$/.test(name))).toEqual([
      ...names.flatMap((name) => (name === 'task' ? ['task', 'kind'] : [name])),
      ...figures,
      ...(names.includes('task') ? budgetFigures : []),
    ]);
    const page = await grouped.admin.ok('GET /companies/{companyId}/reports/breakdown', input);
    const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
    expect([sum('items'), sum('minutes'), sum('amount')]).toEqual([page.totals.items, page.totals.minutes, 1250.5]);
    const first = names[0] ?? '';
    const firstLevel = new Set(rows.map((row) => row[first]));
    expect([...firstLevel].toSorted()).toEqual(page.rows.map(({ name }) => name).toSorted());
  });

  test('by tasks has the budget of each task and its use of all time, once for each, so that they can be summed', async () => {
    const company = await foundTestCompany(app);
    const { id: companyId, admin, worker, project } = company;
    const path = { companyId, projectId: project.id };
    const { version, tasks } = await admin.ok('GET /companies/{companyId}/projects/{projectId}', path);
    const budgets = { timed: { budgetMinutes: 1_200 }, expense: { budgetMinor: 100_000 } };
    await admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
      ...path,
      version,
      tasks: tasks.map(({ id, name, kind }) => ({ id, name, kind, ...budgets[kind] })),
    });
    await submitDay(company, worker, '2026-02-27', '08:00', '12:00');
    await submitDay(company, worker, '2026-03-02', '08:00', '10:00');
    await submitDay(company, worker, '2026-03-03', '08:00', '09:00');
    await spend(company, '125.5', 'Taxi');
    const rows = await read(admin, company, { of: 'breakdown', groupBy: ['task', 'day'] });
    const budgetOf = (row: Record<string, string>) =>
      Object.entries(row).flatMap(([name, value]) => (name.startsWith('budget_') ? [value] : []));
    expect(rows.map((row) => [row.minutes, ...budgetOf(row)]).sort()).toEqual([
      ['0', '', '', '1000.00', '125.50'],
      ['120', '1200', '420', '', ''],
      ['60', '', '', '', ''],
    ]);
    const byDay = await read(admin, company, { of: 'breakdown', groupBy: ['day'] });
    expect(byDay.flatMap(budgetOf)).toEqual([]);
  });

  test('by workers and days is for everybody who sees the report, by tasks for those who may open breakdowns', async () => {
    const status = async (groupBy: ReportGroup[]) =>
      (await fileOf(grouped.approver, grouped, { of: 'breakdown', groupBy })).statusCode;
    expect(await status(['worker', 'day'])).toBe(200);
    expect(await status(['worker', 'task'])).toBe(403);
    expect(await status(['day', 'day'])).toBe(422);
  });

  test('requires days, and a role that sees the page', async () => {
    const refusal = async (actor: Actor, input: FileInput) => (await fileOf(actor, ours, input)).json().code;
    for (const actor of [ours.approver, ours.worker])
      expect(await refusal(actor, { of: 'breakdown' })).toBe('role.not-allowed');
    for (const actor of [ours.admin, ours.manager, ours.reviewer])
      expect((await fileOf(actor, ours, { of: 'breakdown' })).statusCode).toBe(200);
    const open = `${apiPrefix}/companies/${ours.id}/reports/file?format=csv&of=`;
    const errors = async (of: string) =>
      (await ours.admin.send('GET', open + of)).problem?.errors?.map(({ path, code }) => [path, code]);
    expect(await errors('payroll')).toEqual([
      ['from', 'field.required'],
      ['to', 'field.required'],
    ]);
    expect(await errors('worklogs')).toBeUndefined();
    expect(await refusal(ours.admin, { from: '2026-04-01' })).toBe('range.backwards');
    expect(await refusal(ours.admin, { from: '2006-04-01' })).toBe('range.too-long');
  });
});

describe('authorisation', () => {
  test('each role gets the rows of its page, none of another company, and a Free company its own worklogs', async () => {
    const company = await foundTestCompany(app);
    await submitDay(company, company.worker, '2026-03-02', '08:00', '12:00', 'on the managed project');
    await company.worker.ok('POST /companies/{companyId}/worklogs', {
      companyId: company.id,
      taskId: company.otherProject.timedTaskId,
      start: '2026-03-03T08:00',
      end: '2026-03-03T09:00',
      notes: 'on the other',
    });
    for (const actor of [company.admin, company.manager, company.approver, company.reviewer, company.worker]) {
      const { worklogs } = await actor.ok('GET /companies/{companyId}/worklogs', {
        companyId: company.id,
        ...march,
        sort: 'oldest',
      });
      expect([actor.name, (await read(actor, company)).map(({ id }) => id)]).toEqual([
        actor.name,
        worklogs.map(({ id }) => id),
      ]);
    }
    expect(await read(company.manager, company)).toHaveLength(1);
    expect(await read(ours.worker, ours, {})).toEqual([]);
    expect((await fileOf(ours.admin, company)).json().code).toBe('company.missing');
    expect(await read(company.admin, company, { workerIds: ours.worker.userId })).toEqual([]);
    await app.superuser.query('update companies set seats = 1 where id = $1', [company.id]);
    expect(await read(company.admin, company)).toHaveLength(2);
  });

  test('files of totals require the plan that their page requires', async () => {
    const company = await foundTestCompany(app);
    const prepared = `${apiPrefix}/companies/${company.id}/reports/files`;
    const codes = async (of: string) => [
      (await fileOf(company.admin, company, { of })).statusCode,
      (await company.admin.send('POST', prepared, { of, format: 'csv', ...march })).status,
    ];
    for (const seats of [30, 1]) {
      await app.superuser.query('update companies set seats = $2 where id = $1', [company.id, seats]);
      const expected = seats > 1 ? 200 : 403;
      expect([seats, await codes('breakdown'), await codes('payroll')]).toEqual([
        seats,
        [expected, expected],
        [expected, expected],
      ]);
      expect([seats, await codes('worklogs')]).toEqual([seats, [200, 200]]);
    }
    expect((await fileOf(company.admin, company, { of: 'payroll' })).json().code).toBe('plan.premium-required');
  });
});
