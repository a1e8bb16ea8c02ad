// Importing people: what is read and reported, concurrent and repeated runs, and isolation from other companies.
// Cases A16, A22, A38, A42 of docs/attack-cases.md.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { email as contractEmail } from '#contract/fields.ts';
import { isEmail, maxImportMegabytes, maxImportRows } from '#domain/imports.ts';
import {
  type Actor,
  codeIn,
  freshEmail,
  type Input,
  startTestApp,
  type TestApp,
  testPassword,
} from '../support/app.ts';
import { foundTestCompany, hire } from '../support/company.ts';
import { accessTokenActor, fingerprint } from '../support/principals.ts';
import { workbookOf, xlsxOf, zipOf } from '../support/xlsx.ts';

const checkRoute = 'POST /companies/{companyId}/imports/check';
const runRoute = 'POST /companies/{companyId}/imports';

let app: TestApp;
let admin: Actor;
let companyId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Each test has its own company, with 20 seats of which one is used. */
beforeEach(async () => {
  admin = await app.person('Ayu Admin');
  const founded = await admin.ok('POST /companies', { name: 'Karya', timeZone: 'Asia/Jakarta', currency: 'IDR' });
  companyId = founded.id;
  await seats(20);
});

const seats = (count: number) => admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: count });

const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64');

const check = (source: Omit<Input<typeof checkRoute>, 'companyId'>) => admin.call(checkRoute, { companyId, ...source });

const run = (source: Omit<Input<typeof runRoute>, 'companyId'>) => admin.call(runRoute, { companyId, ...source });

const verdictsIn = async (text: string): Promise<string[]> =>
  (await admin.ok(checkRoute, { companyId, text })).rows.map(({ verdict }) => verdict);

const people = (count: number): string =>
  ['E-mail,Name,Role', ...Array.from({ length: count }, (_, n) => `${freshEmail()},Person ${n},worker`)].join('\n');

const rowsOf = async (importId: string, show: 'all' | 'invited' | 'problems' = 'all') =>
  (await admin.ok('GET /companies/{companyId}/imports/{importId}/rows', { companyId, importId, show, pageSize: 100 }))
    .rows;

const sixtyMegabytes = '<row r="1"/>'.repeat(5_000_000);

const invites = async () => (await admin.ok('GET /companies/{companyId}/invites', { companyId })).invites;

describe('the file type is detected from the content', () => {
  const table = [
    ['E-mail', 'Nama', 'Peran'],
    ['budi@karya.example', 'Budi Ağaoğlu', 'Manajer Proyek'],
    ['lina@karya.example', 'Lina; "Lin", Ü', ''],
  ];
  const written = (separator: string, lineEnd: string) =>
    table.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(lineEnd);
  const utf16 = Buffer.from(`\uFEFF${written('\t', '\r\n')}`, 'utf16le');

  test.each([
    ['CSV', Buffer.from(written(',', '\n'))],
    ['CSV with a byte order mark and CRLF', Buffer.from(`\uFEFF${written(',', '\r\n')}`)],
    ['CSV of old Macs', Buffer.from(written(',', '\r'))],
    ['CSV with semicolons', Buffer.from(written(';', '\r\n'))],
    ['CSV that names its separator', Buffer.from(`sep=;\r\n${written(';', '\r\n')}`)],
    ['text with tabs', Buffer.from(written('\t', '\n'))],
    ['Excel’s Unicode text', utf16],
    ['UTF-16 of the other order', Buffer.from(utf16).swap16()],
    ['UTF-16 without its mark', utf16.subarray(2)],
    ['XLSX', xlsxOf(table)],
  ])('%s', async (_, content) => {
    const { columns, rows } = await admin.ok(checkRoute, { companyId, file: base64(content) });
    expect(columns).toEqual({ email: 'E-mail', name: 'Nama', role: 'Peran' });
    expect(rows.map(({ email, name, grants }) => [email, name, grants])).toEqual([
      ['budi@karya.example', 'Budi Ağaoğlu', 'manager'],
      ['lina@karya.example', 'Lina; "Lin", Ü', 'worker'],
    ]);
  });

  test('Windows-1252', async () => {
    const content = Buffer.from('email;name\r\nrene@karya.example;René Müller\r\n', 'latin1');
    const { rows } = await admin.ok(checkRoute, { companyId, file: base64(content) });
    expect(rows[0]?.name).toBe('René Müller');
  });

  const refusals: [string, Buffer | string, string][] = [
    ['nothing', '\n\n , ,\n', 'import.empty'],
    ['only a header', 'E-mail,Name\n', 'import.empty'],
    ['no addresses', 'Name,Role\nBudi,worker\n', 'import.no-email-column'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'import.not-a-list'],
    ['a PDF', '%PDF-1.7 a@b.example', 'import.not-a-list'],
    ['a web page', '<!DOCTYPE html><table><tr><td>a@b.example', 'import.not-a-list'],
    ['a text document', zipOf([{ name: 'word/document.xml', content: Buffer.from('<x/>') }]), 'import.not-a-list'],
    ['an old or locked workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'import.old-excel'],
    ['half a workbook', xlsxOf(table).subarray(0, 300), 'import.damaged'],
    ['an open quote', 'email,name\na@b.example,B\n"c@d.example,D\ne@f.example,E', 'import.open-quote'],
    ['A42: a workbook that claims gigabytes', workbookOf('', 4_000_000_000), 'import.too-large'],
    ['A42: a workbook that hides sixty megabytes', workbookOf(sixtyMegabytes, 200_000), 'import.damaged'],
    ['A42: a workbook that claims more than it holds', workbookOf('<row r="1"/>', 9_000_000), 'import.damaged'],
    ['a sheet of sixty megabytes', workbookOf(sixtyMegabytes), 'import.too-large'],
    ['A42: 400,000 rows', workbookOf('<row><c><v>1</v></c></row>'.repeat(400_000)), 'import.too-large'],
    [
      'A42: a sheet of a million columns',
      workbookOf('<row r="1048576"><c r="XFD1048576" t="str"><v>a@b.example</v></c></row>'.repeat(3)),
      'import.damaged',
    ],
    ['A42: a cell beyond all', workbookOf('<row><c r="ZZZZZZZ1"><v>1</v></c></row>'), 'import.damaged'],
    ['too many rows', `email\n${'a@b.example\n'.repeat(maxImportRows + 1)}`, 'import.too-many-rows'],
    ['too many bytes', `email\n${'x'.repeat(maxImportMegabytes * 1_000_000)}`, 'import.too-large'],
  ];
  test.each(refusals)(
    '%s is refused with a clear message at the field',
    async (_, content, code) => {
      const { status, problem } = await check({ file: base64(content) });
      expect([status, problem?.code]).toEqual([422, code]);
      expect(problem?.errors?.[0]?.path).toBe('file');
      expect(problem?.detail).not.toContain('undefined');
    },
    30_000,
  );

  test('an unclosed quote is reported with its line, in the caller’s language', async () => {
    const source = { companyId, text: 'email,name\na@b.example,B\n"c@d.example,D' };
    const { problem } = await admin.call(checkRoute, source, { 'accept-language': 'id' });
    expect(problem).toMatchObject({ code: 'import.open-quote', detail: expect.stringContaining('baris 3') });
    expect(problem?.errors?.[0]?.path).toBe('text');
  });

  test('a request contains either a file or a text, not both and not neither', async () => {
    expect((await check({})).problem?.code).toBe('import.no-source');
    expect((await check({ file: base64('a@b.example'), text: 'a@b.example' })).problem?.code).toBe('import.no-source');
  });

  test('a body larger than the maximum is refused without reading it', async () => {
    expect((await check({ text: 'x'.repeat(maxImportMegabytes * 1_600_000) })).problem?.code).toBe('request.too-large');
  });
});

test('a check reports every row and writes nothing', async () => {
  const member = await hire(app, admin, companyId, 'worker', 'Member');
  const gone = await hire(app, admin, companyId, 'worker', 'Gone');
  const invited = freshEmail();
  const fresh = freshEmail();
  await admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId: gone.userId, isActive: false });
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: invited, role: 'worker' });
  const before = await fingerprint(app);
  const text = [
    'E-mail;Name;Role',
    `${fresh};Budi;Peninjau`,
    `${member.email.toUpperCase()};Member;worker`,
    `${gone.email};Gone;worker`,
    `${invited};Invited;worker`,
    `${fresh};Budi again;`,
    ';Nobody;worker',
    'budi at karya;Budi;worker',
    `${freshEmail()};Budi;Chief`,
    `${freshEmail()};${'x'.repeat(121)};`,
  ].join('\r\n');
  const checked = await admin.ok(checkRoute, { companyId, text }, { 'idempotency-key': 'a-check' });
  expect(checked.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
    [2, 'new'],
    [3, 'member'],
    [4, 'deactivated'],
    [5, 'invited'],
    [6, 'repeated'],
    [7, 'no-email'],
    [8, 'wrong-email'],
    [9, 'wrong-role'],
    [10, 'wrong-name'],
  ]);
  expect(checked.seats).toEqual({ needed: 1, free: 17 });
  expect(checked.invitesLeft, 'twice the seats').toBe(40);
  expect(await fingerprint(app)).toBe(before);
});

describe('a run', () => {
  test('invites new people, with role and name, and stores the result of each row', async () => {
    const email = freshEmail();
    const text = `E-mail,Name,Role\n${email},=Budi Santoso,Project Manager\nnobody,Lina,worker`;
    const { body } = await run({ text, fileName: 'staff.csv' });
    expect(body).toMatchObject({ fileName: 'staff.csv', startedByName: 'Ayu Admin', mails: { waiting: 1, sent: 0 } });
    expect(body.counts).toMatchObject({ new: 1, 'wrong-email': 1, member: 0 });
    expect(await rowsOf(body.id)).toMatchObject([
      { line: 2, email, name: '=Budi Santoso', verdict: 'new', grants: 'manager', mail: 'waiting' },
      { line: 3, email: 'nobody', verdict: 'wrong-email', grants: null, mail: null },
    ]);
    expect((await rowsOf(body.id, 'problems')).map(({ line }) => line)).toEqual([3]);
    expect((await rowsOf(body.id, 'invited')).map(({ line }) => line)).toEqual([2]);
    expect(await invites()).toMatchObject([{ email, role: 'manager', state: 'pending', name: '=Budi Santoso' }]);
    expect(await admin.ok('GET /companies/{companyId}/imports', { companyId })).toMatchObject({
      imports: [{ id: body.id }],
    });
    expect(await admin.ok('GET /companies/{companyId}/imports/{importId}', { companyId, importId: body.id })).toEqual(
      body,
    );
  });

  test('prefills the invited person’s form with the name of the list', async () => {
    const email = freshEmail();
    await run({ text: `${email}, Budi Santoso, reviewer` });
    const [mail] = await app.mailsTo(email);
    expect(mail?.params.name).toBe('Budi Santoso');
    const visitor = app.visitor();
    const code = codeIn(mail);
    const { invite } = await visitor.ok('POST /link-actions/inspect', { mode: 'invite', code });
    expect(invite).toMatchObject({ name: 'Budi Santoso', role: 'reviewer' });
    await visitor.ok('POST /link-actions/accept-invite', { code, name: 'Budi S.', password: testPassword });
    expect(await verdictsIn(email)).toEqual(['member']);
  });

  test('of the same list a second time adds nothing, and reports that', async () => {
    const text = people(5);
    expect((await run({ text })).status).toBe(200);
    const before = await fingerprint(app);
    const again = await run({ text });
    expect([again.status, again.problem?.code]).toEqual([409, 'import.nobody-new']);
    expect(await fingerprint(app)).toBe(before);
  });

  test('repeated with its idempotency key is one run', async () => {
    const input = { companyId, text: people(3) };
    const [first, second] = await Promise.all(
      [1, 2].map(() => admin.call(runRoute, input, { 'idempotency-key': 'one' })),
    );
    expect(second?.body).toEqual(first?.body);
    expect(await invites()).toHaveLength(3);
  });

  test('concurrent with others invites every person once', async () => {
    const text = people(10);
    const outcomes = await Promise.all([run({ text }), run({ text })]);
    expect(outcomes.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['done', 'import.nobody-new']);
    expect(await invites()).toHaveLength(10);
  });

  test('A22: two concurrent imports that need the same seats: one gets them all, the other none and sends no mail', async () => {
    const lists = [people(15), people(15)];
    const outcomes = await Promise.all(lists.map((text) => run({ text })));
    expect(outcomes.map(({ problem }) => problem?.code ?? 'done').sort()).toEqual(['done', 'seats.too-few']);
    const loser = outcomes.findIndex(({ problem }) => problem !== null);
    expect(outcomes[loser]?.problem?.detail).toContain('15 seats are needed, 4 are free');
    const theirs = (lists[loser] ?? '').match(/p\w+@example.test/g) ?? [];
    expect(theirs).toHaveLength(15);
    for (const email of theirs) expect(await app.mailsTo(email)).toEqual([]);
    expect(await invites()).toHaveLength(15);
  });

  test('with one seat too few is refused completely, and accepted after a seat is added', async () => {
    await seats(5);
    const text = people(5);
    expect((await check({ text })).body.seats).toEqual({ needed: 5, free: 4 });
    expect((await run({ text })).problem?.code).toBe('seats.too-few');
    expect(await invites()).toEqual([]);
    await seats(6);
    expect((await run({ text })).status).toBe(200);
  });

  test('keeps a deactivated member deactivated, and renews an expired invite', async () => {
    const gone = await hire(app, admin, companyId, 'worker', 'Gone');
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId,
      userId: gone.userId,
      isActive: false,
    });
    const late = freshEmail();
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email: late, role: 'worker' });
    await app.superuser.query(`update invites set expires_at = now() - interval '1 day' where email = $1`, [late]);
    const { body } = await run({ text: `${gone.email}\n${late}` });
    expect(body.counts).toMatchObject({ deactivated: 1, new: 1 });
    expect(await invites()).toMatchObject([
      { email: late, state: 'pending' },
      { email: late, state: 'revoked' },
      { email: gone.email, state: 'accepted' },
    ]);
  });
});

describe('mail limits', () => {
  const revokeAll = async () => {
    for (const invite of await invites())
      if (invite.state === 'pending')
        await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId, inviteId: invite.id });
  };

  test('the imports of a company send at most twice as many mails as seats a day, revoked invites included', async () => {
    await seats(4);
    for (const [index, count] of [3, 3, 2].entries()) {
      expect((await check({ text: people(count) })).body.invitesLeft).toBe(8 - 3 * index);
      expect((await run({ text: people(count) })).status).toBe(200);
      await revokeAll();
    }
    expect((await run({ text: people(1) })).problem?.code).toBe('import.too-many-mails');
    await app.superuser.query(`update imports set created_at = created_at - interval '25 hours'`);
    expect((await run({ text: people(1) })).status).toBe(200);
  });

  test('the imports of a person send 20,000 mails a day, in any number of companies', async () => {
    const founder = await app.person('Founder');
    const lists = async () => {
      const { id } = await founder.ok('POST /companies', { name: 'One', timeZone: 'Asia/Jakarta', currency: 'IDR' });
      await founder.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 10 });
      return founder.codeOf(runRoute, { companyId: id, text: people(3) });
    };
    expect(await lists()).toBe('allowed');
    const spent = (points: number) =>
      app.superuser.query(`update throttles set points = $1 where key like 'listed-mails:%'`, [points]);
    await spent(19_998);
    expect(await lists(), 'one too many').toBe('request.throttled');
    await spent(19_997);
    expect(await lists(), 'just enough').toBe('allowed');
  });

  test('an address gets five invites within an hour; then its row reports the limit and the others are sent', async () => {
    const often = freshEmail();
    for (let n = 0; n < 5; n += 1) {
      expect((await run({ text: often })).status).toBe(200);
      await revokeAll();
    }
    expect((await run({ text: often })).problem?.code).toBe('request.throttled');
    expect(await verdictsIn(often), 'the check reports it before').toEqual(['too-often']);
    const { body } = await run({ text: `${often}\n${freshEmail()}` });
    expect(body.counts).toMatchObject({ 'too-often': 1, new: 1 });
    expect(await app.mailsTo(often)).toHaveLength(5);
  });
});

describe('rights', () => {
  test('imports are for company admins, by the matrix; and a Free company has none', async () => {
    const company = await foundTestCompany(app);
    const input = { companyId: company.id, text: freshEmail() };
    for (const actor of [company.manager, company.approver, company.reviewer, company.worker])
      for (const route of [checkRoute, runRoute] as const)
        expect(await actor.codeOf(route, input)).toBe('role.not-allowed');
    expect(await company.admin.codeOf(runRoute, input)).toBe('allowed');
    const free = await app.person('Free');
    const { id } = await free.ok('POST /companies', { name: 'Free', timeZone: 'Asia/Jakarta', currency: 'IDR' });
    expect(await free.codeOf(checkRoute, { companyId: id, text: freshEmail() })).toBe('plan.premium-required');
  });

  test('an import of another company does not exist', async () => {
    const other = await foundTestCompany(app, { canary: 'Zebra' });
    const theirs = await other.admin.ok(runRoute, {
      companyId: other.id,
      text: `${freshEmail()}, Zebra`,
      fileName: 'Zebra.csv',
    });
    for (const importId of [theirs.id, '019a0000-0000-7000-8000-000000000009']) {
      const answers = [
        await admin.send('GET', `/api/v1/companies/${companyId}/imports/${importId}`),
        await admin.send('GET', `/api/v1/companies/${companyId}/imports/${importId}/rows`),
      ];
      expect(answers.map(({ status, problem }) => [status, problem?.code])).toEqual(
        Array(2).fill([404, 'import.missing']),
      );
    }
    expect((await admin.send('GET', `/api/v1/companies/${companyId}/imports`)).text).not.toContain('Zebra');
  });

  test('a check by an access token works, and records the token’s first use', async () => {
    const { actor } = await accessTokenActor(admin);
    expect(await actor.codeOf(checkRoute, { companyId, text: freshEmail() })).toBe('allowed');
  });

  test('a member of another company is simply new here', async () => {
    const other = await foundTestCompany(app);
    expect(await verdictsIn(other.worker.email)).toEqual(['new']);
  });
});

test('every address that the check accepts is accepted by the contract', () => {
  for (const text of [
    'a@b.example',
    "o'neill+x@sub.b-c.example",
    'a.b@c.de',
    '.a@b.de',
    'a..b@c.de',
    'a@b',
    'a@-b.de',
    'ü@b.de',
    'a b@c.de',
    'a@b.de,c@d.de',
    '',
  ])
    expect([text, isEmail(text)]).toEqual([text, contractEmail.safeParse(text).success]);
});
