import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { listen } from '../support/http-listener.ts';

let app: TestApp;
let ours: TestCompany;

const report = 'GET /companies/{companyId}/reports';
const series = 'GET /companies/{companyId}/reports/series';

/** A period that includes every worklog. */
const ever = { from: '2020-01-01', to: '2026-12-31' };

beforeAll(async () => {
  app = await startTestApp();
  ours = await foundTestCompany(app, { canary: 'Ours' });
  await ours.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: ours.id,
    taskId: ours.project.timedTaskId,
    start: '2026-03-02T08:00',
    end: '2026-03-02T10:00',
  });
});
afterAll(() => app.close());

describe('An invalid report', () => {
  const errorsOf = async (input: Input<typeof report>) => {
    const { status, problem } = await ours.admin.call(report, input);
    return { status, errors: problem?.errors?.map(({ path, code }) => `${path} ${code}`) };
  };
  const companyId = () => ours.id;

  test('is refused with the name of the field: reversed ranges, too long or too far ahead', async () => {
    const ask = (from: string, to: string) => errorsOf({ companyId: companyId(), from, to });
    expect(await ask('2026-03-02', '2026-03-01')).toEqual({ status: 422, errors: ['to range.backwards'] });
    expect(await ask('2010-01-01', '2026-03-01')).toEqual({ status: 422, errors: ['to range.too-long'] });
    expect(await ask('2190-01-01', '2190-01-31')).toEqual({ status: 422, errors: ['to range.too-far-ahead'] });
    expect(await ask('2026-02-30', 'yesterday')).toEqual({
      status: 422,
      errors: ['from field.invalid-date', 'to field.invalid-date'],
    });
    expect(await ask('2026-03-01', '2026-03-01')).toEqual({ status: 200, errors: undefined });
  });

  test('is a sum that could only be returned rounded', async () => {
    const rich = await foundTestCompany(app, { canary: 'Rich' });
    const { id, worker, project } = rich;
    // Without triggers: summing each row separately would take seconds.
    const client = await app.superuser.connect();
    await client.query("begin; set local session_replication_role = 'replica'");
    await client.query(
      `insert into worklogs (company_id, id, worker_id, project_id, task_id, kind, zone, day, amount_minor, currency)
       select $1, gen_random_uuid(), $2, $3, $4, 'expense', 'UTC', date '2026-03-01' + n % 2, 100000000000, 'IDR'
       from generate_series(1, 90072) n`,
      [id, worker.userId, project.id, project.expenseTaskId],
    );
    await client.query('select rebuild_sums($1)', [id]);
    await client.query('commit');
    client.release();
    const ask = { companyId: id, from: '2026-03-01', to: '2026-03-01' };
    const { totals } = await rich.admin.ok(report, ask);
    expect(totals.expenses).toEqual([{ amountMinor: 4_503_600_000_000_000, currency: 'IDR' }]);
    for (const by of ['day', 'month'] as const) {
      const refused = by === 'month';
      const code = await rich.admin.codeOf(series, { ...ask, to: '2026-03-02', by });
      expect([by, code]).toEqual([by, refused ? 'sum.too-large' : 'allowed']);
    }
    expect(await rich.admin.codeOf(report, { ...ask, to: '2026-03-02' })).toBe('sum.too-large');
    const list = 'GET /companies/{companyId}/worklogs';
    expect(await rich.admin.codeOf(list, { companyId: id })).toBe('sum.too-large');
    expect(await rich.admin.codeOf(list, ask)).toBe('allowed');
  });

  test('has too many ids; a thousand are accepted', async () => {
    const ids = Array.from({ length: 1_001 }, () => crypto.randomUUID());
    const ask = { companyId: companyId(), ...ever };
    expect(await errorsOf({ ...ask, projectIds: ids })).toEqual({ status: 422, errors: ['projectIds field.too-many'] });
    const some = [ours.project.id, ...ids.slice(2)];
    const { totals } = await ours.admin.ok(report, { ...ask, projectIds: some });
    expect(totals.items).toBe(1);
  });

  test('has ten thousand ids in its URL, over a real connection; one with a thousand is read', async () => {
    const address = await listen(app.app);
    const ask = (count: number) => {
      const query = new URLSearchParams({ ...ever });
      for (let index = 0; index < count; index++) query.append('projectIds', crypto.randomUUID());
      const url = `${address}/api/v1/companies/${ours.id}/reports?${query}`;
      return fetch(url, { headers: { cookie: ours.admin.cookie, 'accept-language': 'id' } });
    };
    expect([(await ask(1_000)).status, (await ask(1_001)).status]).toEqual([200, 422]);
    const refused = await ask(10_000);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      431,
      'application/problem+json; charset=utf-8',
    ]);
    // In both languages: the caller's settings have not been read yet.
    expect(await refused.json()).toMatchObject({
      code: 'request.address-too-long',
      status: 431,
      detail: expect.stringMatching(/This address is too long.*Alamat ini terlalu panjang/),
    });
  });
});
