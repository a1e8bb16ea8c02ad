// Lists in responses have the maximum that the OpenAPI document states. Every response is checked against its contract, so
// a maximum that is too low would fail the request.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';

let app: TestApp;
let company: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  company = await foundTestCompany(app);
  await app.superuser.query(
    `insert into projects (company_id, id, name, code, colour, for_everyone)
     select $1, gen_random_uuid(), 'Bridge ' || n, '', (select colour from projects where company_id = $1 limit 1), true
     from generate_series(1, 130) n`,
    [company.id],
  );
});
afterAll(() => app.close());

const list = z.object({
  type: z.literal('array'),
  maxItems: z.number().optional(),
  description: z.string().optional(),
});
const fields = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The lists at the top level of an endpoint's response, with their maximum. */
function listsOf(output: z.ZodType): [string, number | undefined][] {
  const schema = fields.safeParse(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }));
  return Object.entries(schema.data?.properties ?? {}).flatMap(([name, field]): [string, number | undefined][] => {
    const { data } = list.safeParse(field);
    return data ? [[name, data.maxItems]] : [];
  });
}

const paged = Object.entries(endpoints).filter(
  ([, { output }]) => output instanceof z.ZodObject && 'nextCursor' in output.shape,
);

test('there are paged lists', () => {
  expect(paged.length).toBeGreaterThanOrEqual(8);
});

test.each(paged)('%s: at most a hundred rows on a page', (_, { output }) => {
  expect(listsOf(output).map(([, bound]) => bound)).toEqual([100]);
});

test.each([
  ['searchCompany', { projects: 8, people: 8 }],
  ['getReportSeries', { buckets: 400 }],
  ['copyWorklogs', { results: 50 }],
  ['decideWorklogs', { results: 200 }],
  ['changeTags', { results: 200 }],
  ['listDecidableWorklogs', { worklogs: 2_000 }],
  ['turnOnSecondFactor', { recoveryCodes: 10 }],
] as const)('%s states its maximum', (name, bounds) => {
  expect(Object.fromEntries(listsOf(endpoints[name].output))).toEqual(bounds);
});

/** The paths of lists in the document with neither a maximum nor a reason for having none. */
function unexplainedLists(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { data } = list.safeParse(schema);
  const isExplained = data?.maxItems !== undefined || data?.description?.startsWith('No fixed maximum: ');
  const inside = Object.entries(schema).flatMap(([key, inner]) => unexplainedLists(inner, `${at}/${key}`));
  return data && !isExplained ? [at, ...inside] : inside;
}

test('every list in the document, at any depth, has a maximum or says why not', async () => {
  const { body } = await company.admin.send('GET', `${apiPrefix}/openapi.json`);
  expect(JSON.stringify(body)).toMatch(/"maxItems":500/);
  expect(unexplainedLists(body)).toEqual([]);
});

test('with more rows than the maximum, the longest page and the search return the maximum', async () => {
  const path = { companyId: company.id };
  const { projects } = await company.admin.ok('GET /companies/{companyId}/projects', { ...path, pageSize: 100 });
  expect(projects).toHaveLength(100);
  const found = await company.admin.ok('GET /companies/{companyId}/search', { ...path, q: 'bridge' });
  expect(found.projects).toHaveLength(8);
});
