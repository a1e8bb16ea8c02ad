// Archives that a company admin cannot import: each is refused with a reason that names the place, and everything is as before.

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { archiveSizeRefusal, maxArchiveBytes, maxArchiveFiles, maxArchivePeople } from '#domain/archives.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { importBy, sendArchive, sendForCheck } from '../support/archive-requests.ts';
import { changedArchive, contentOf, exportFrom, startFilledCompany } from '../support/archives.ts';
import { companyWithSeats, foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { pdf, png } from '../support/receipts.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder('archive-import-refusals');
let source: TestApp;
let ours: TestCompany;
let file: string;
let app: TestApp;
let theirs: TestCompany;
let target: Awaited<ReturnType<typeof companyWithSeats>>;

beforeAll(async () => {
  ({ app: source, company: ours } = await startFilledCompany());
  file = await exportFrom(source, ours.id, folder);
  app = await startTestApp();
  theirs = await foundTestCompany(app, { canary: 'Theirs' });
  target = await companyWithSeats(app, 20);
});
afterAll(async () => {
  await source.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The code and sentence of the refusal; nothing was changed. */
async function refusalOf(archive: string, send = sendArchive): Promise<string> {
  const before = await contentOf(app);
  const { status, problem, text } = await send(target.admin, target.id, archive);
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
  expect(await contentOf(app)).toEqual(before);
  const [field] = problem?.errors ?? [];
  return `${problem?.code} ${field?.message ?? problem?.detail}`;
}

function written(name: string, content: Uint8Array | string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const edited = (table: string, edit: (csv: string) => string): string =>
  changedArchive(file, (_, text) => text(`tables/${table}.csv`, edit));

const withFile = (name: string | ((files: Record<string, unknown>) => string), content = png()): string =>
  changedArchive(file, (files) => {
    files[typeof name === 'string' ? name : name(files)] = content;
  });

/** Also found by the check before the import. */
const seenByCheck: [string, () => string, RegExp][] = [
  ['text', () => written('list.csv', 'a,b\n1,2\n'), /^archive\.not-complete /],
  ['an empty file', () => written('empty.zip', ''), /^archive\.not-complete /],
  ['another ZIP', () => written('other.zip', zipSync({ 'x.xml': strToU8('<x/>') })), /^archive\.not-complete /],
  ['a truncated archive', () => written('half.zip', readFileSync(file).subarray(0, 5_000)), /^archive\.not-complete /],
  [
    'another meta.json',
    () => changedArchive(file, (_, text) => text('meta.json', () => '{"product":"X"}'), 'unchanged'),
    /^archive\.damaged .*meta\.json/,
  ],
  [
    'an archive of a newer version',
    () =>
      changedArchive(
        file,
        (_, text) => text('meta.json', (one) => one.replace(/"schema": "\d{4}/, '"schema": "9999')),
        'unchanged',
      ),
    /^archive\.newer /,
  ],
  [
    'another content than stated',
    () =>
      changedArchive(file, (_, text) => text('tables/projects.csv', (csv) => csv.replace('Acme', 'Evil')), 'unchanged'),
    /^archive\.damaged .*tables\/projects\.csv/,
  ],
  ['a path upwards', () => withFile('../evil.csv'), /^archive\.not-complete /],
  ['another file', () => withFile('tables/notes.txt'), /^archive\.damaged .*tables\/notes\.txt/],
  [
    'a file that unpacks to far more',
    () => edited('worklogs', (csv) => csv + '\n'.repeat(50_000_000)),
    /^archive\.damaged .*tables\/worklogs\.csv/,
  ],
  ['too many files', () => withMoreFiles(), /^archive\.too-large .*200.*500/],
  ['tables that are too large', () => largerThanAllowed(), /^archive\.too-large /],
  ['too many people', () => edited('users', withClosedPeople), /^archive\.too-many-people .*2,000/],
  [
    'a name that is too long',
    () => edited('users', (csv) => csv.replace('Acme Worker', 'x'.repeat(121))),
    /^archive\.wrong-line .*tables\/users\.csv, line \d/,
  ],
];

test.each(seenByCheck)('%s is refused by the check and by the import', async (_, make, sentence) => {
  const archive = make();
  expect(await refusalOf(archive, sendForCheck)).toMatch(sentence);
  expect(await refusalOf(archive)).toMatch(sentence);
});

const withClosedPeople = (csv: string): string =>
  csv +
  Array.from(
    { length: maxArchivePeople },
    (_, at) => `${randomUUID()},Person ${at},,en,2026-01-01 00:00:00+00,2026-01-01 00:00:00+00\n`,
  ).join('');

/** The end of the file states how many there are. */
function withMoreFiles(): string {
  const content = readFileSync(file);
  for (const at of [8, 10]) content.writeUInt16LE(maxArchiveFiles + 1, content.length - 22 + at);
  return written('many.zip', content);
}

/** The list of files states more than is in it. */
function largerThanAllowed(): string {
  const content = readFileSync(file);
  const entry = content.lastIndexOf('tables/worklogs.csv') - 46;
  content.writeUInt32LE(3_000_000, entry + 20);
  content.writeUInt32LE(550_000_000, entry + 24);
  return written('large.zip', content);
}

test('a file of more than 200 MB is refused by its size', () => {
  expect(archiveSizeRefusal(maxArchiveBytes)).toBeNull();
  expect(archiveSizeRefusal(maxArchiveBytes + 1)?.code).toBe('archive.too-large');
});

const depth = 50_000;
/** Deeper than the database parses; with numbers, because a long repetition is refused by how small it is packed. */
const nested = `"${Array.from({ length: depth }, () => `[${Math.random()},`).join('')}0${']'.repeat(depth)}"`;

const hostile: [string, () => string, RegExp][] = [
  [
    'a row of another company',
    () => edited('projects', (csv) => csv.replace(ours.id, theirs.id)),
    /^archive\.wrong-row .*row 1 of tables\/projects\.csv/,
  ],
  [
    'a project of another company',
    () => edited('tasks', (csv) => csv.replaceAll(ours.project.id, theirs.project.id)),
    /^archive\.wrong-row .*tables\/tasks\.csv/,
  ],
  [
    'a person of this installation who is not in the archive',
    () => edited('worklogs', (csv) => csv.replaceAll(ours.worker.userId, theirs.admin.userId)),
    /^archive\.wrong-row .*tables\/worklogs\.csv/,
  ],
  [
    'an unknown role',
    () => edited('members', (csv) => csv.replace('reviewer', 'emperor')),
    /^archive\.wrong-line .*tables\/members\.csv/,
  ],
  [
    'a wrong number of rows',
    () => edited('projects', (csv) => `${csv.trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
    /^archive\.wrong-(table|row) .*tables\//,
  ],
  [
    'JSON without end',
    () => edited('saved_reports', (csv) => csv.replace(/"\{.*\}"/, nested)),
    /^archive\.wrong-line .*tables\/saved_reports\.csv/,
  ],
  [
    'a character that no text has',
    () => edited('projects', (csv) => csv.replace('Acme', 'Ac\0me')),
    /^archive\.wrong-line .*tables\/projects\.csv/,
  ],
  [
    'a receipt that is a page',
    () => withReceipt(Buffer.from('<!doctype html><script>alert(1)</script>')),
    /^archive\.wrong-row .*tables\/receipts\.csv/,
  ],
  ['a receipt of another type', () => withReceipt(pdf()), /^archive\.wrong-row .*tables\/receipts\.csv/],
  ['half of a picture', () => withReceipt(png().subarray(0, 60)), /^archive\.wrong-row .*tables\/receipts\.csv/],
  [
    'a receipt with another checksum',
    () => withFile(receiptIn, png(99)),
    /^archive\.wrong-row .*tables\/receipts\.csv/,
  ],
  [
    'a receipt without its file',
    () => changedArchive(file, (files) => void delete files[receiptIn(files)]),
    /^archive\.wrong-row .*tables\/receipts\.csv/,
  ],
];

describe('an archive with', () => {
  test.each(hostile)('%s is not imported', async (_, make, sentence) => {
    expect(await refusalOf(make())).toMatch(sentence);
  });
});

const receiptIn = (files: Record<string, unknown>): string =>
  Object.keys(files).find((name) => name.startsWith('receipts/')) ?? '';

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Another content for a receipt, with the row that fits it. */
function withReceipt(content: Buffer): string {
  return changedArchive(file, (files, text) => {
    const name = receiptIn(files);
    const before = files[name] ?? new Uint8Array();
    files[name] = content;
    text('tables/receipts.csv', (csv) =>
      csv
        .split('\n')
        .map((line) =>
          line.includes(sha256(before))
            ? line.replace(sha256(before), sha256(content)).replace(`,${before.length},`, `,${content.length},`)
            : line,
        )
        .join('\n'),
    );
  });
}

test('a sentence says nothing that only the database knows', async () => {
  const reply = await sendArchive(
    target.admin,
    target.id,
    edited('members', (csv) => csv.replace('reviewer', 'emperor')),
  );
  expect(reply.text).not.toMatch(/members_role_check|violates|arriving|new row/);
});

test.each(['manager', 'timesheet approver', 'reviewer', 'worker'] as const)('a %s may not', async (role) => {
  const { id } = target;
  const actor = await hire(app, target.admin, id, role, role);
  const replies = [await sendArchive(actor, id, file), await sendForCheck(actor, id, file)];
  expect(replies.map(({ problem }) => problem?.code)).toEqual(['role.not-allowed', 'role.not-allowed']);
  expect(await actor.codeOf('GET /companies/{companyId}/archive-import', { companyId: id })).toBe('role.not-allowed');
});

test('an admin of another company may not', async () => {
  expect((await sendArchive(theirs.admin, target.id, file)).problem?.code).toBe('company.missing');
});

test('an import that is meant for one person does nothing in the session of another', async () => {
  const { id, admin } = await companyWithSeats(app, 20);
  const meantFor = (person: Actor) => ({ 'daybook-person': person.userId });
  const before = await contentOf(app);
  const replies = [
    await sendForCheck(admin, id, file, meantFor(theirs.admin)),
    await sendArchive(admin, id, file, meantFor(theirs.admin)),
  ];
  expect(replies.map(({ status, problem }) => [status, problem?.code])).toEqual([
    [401, 'session.missing'],
    [401, 'session.missing'],
  ]);
  expect(await contentOf(app)).toEqual(before);
  expect((await sendForCheck(admin, id, file, meantFor(admin))).status).toBe(200);
  expect((await sendArchive(admin, id, file, meantFor(admin))).status).toBe(200);
});

describe('a company in which there is something', () => {
  test.each([
    [
      'a project',
      ({ id, admin }) => admin.ok('POST /companies/{companyId}/projects', { companyId: id, name: 'First' }),
    ],
    [
      'an import of history',
      ({ id, admin }) =>
        admin.send('POST', `${apiPrefix}/companies/${id}/history-imports/files?fileName=a.csv`, Buffer.from(history)),
    ],
  ] satisfies [string, (company: typeof target) => Promise<unknown>][])('%s', async (_, fill) => {
    const filled = await companyWithSeats(app, 20);
    await fill(filled);
    const before = await contentOf(app);
    const replies = [
      await sendForCheck(filled.admin, filled.id, file),
      await sendArchive(filled.admin, filled.id, file),
    ];
    expect(replies.map(({ problem }) => problem?.code)).toEqual(['archive.not-empty', 'archive.not-empty']);
    expect(await filled.admin.ok('GET /companies/{companyId}/archive-import', { companyId: filled.id })).toEqual({
      state: 'filled',
    });
    expect(await contentOf(app)).toEqual(before);
  });
});

const history = 'Name,Date,Hours\nSri,2026-03-02,1\n';

describe('what is allowed', () => {
  test('another picture with the row that fits it, on the Free plan, after settings were changed', async () => {
    const admin = await app.person('On the Free plan');
    const { id } = await admin.ok('POST /companies', { name: 'Free', timeZone: 'UTC', currency: 'EUR' });
    const { version } = await admin.ok('GET /companies/{companyId}', { companyId: id });
    await admin.ok('PATCH /companies/{companyId}', { companyId: id, version, name: 'Free and renamed' });
    expect(await importBy(admin, id, withReceipt(png(99)))).toMatchObject({ receipts: 2 });
  });
});
