// Every reachable route is documented, and every documented one works as described. Case A12 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { statusOf } from '#contract/problem.ts';
import { maxArchiveMinutes } from '#domain/archives.ts';
import { maxBodyBytes } from '#server/http/body-limit.ts';
import { type Actor, startTestApp, type TestApp } from '../support/app.ts';
import { unknownId } from '../support/principals.ts';
import { readText } from '../support/sources.ts';

const table = Object.entries<Endpoint>(endpoints);

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person();
});
afterAll(() => app.close());

describe('every reachable endpoint is documented (A12)', () => {
  /** Routes outside the endpoint table, besides the built pages. The reason is given where each is mounted. */
  const others = [
    `GET ${apiPrefix}/companies/:companyId/live`,
    `GET ${apiPrefix}/account/download`,
    `GET ${apiPrefix}/openapi.json`,
    'GET /.well-known/jwks.json',
    'GET /health',
    'GET /ready',
    'GET /dev/mail',
    'GET /dev/mail.json',
    'GET /dev/mail/:id',
    'GET /dev/mail/:id/file',
    'POST /link-actions',
  ];

  test('routes = endpoint table = OpenAPI document', async () => {
    const described = table.map(([, { method, path }]) => `${method} ${path}`).sort();
    const { text } = await admin.send('GET', `${apiPrefix}/openapi.json`);
    const document = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(JSON.parse(text));
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(described);
    const mounted = routesOf(app.app.printRoutes({ commonPrefix: false }));
    const expectedRoutes = [
      ...described.map((line) => line.replace(' /', ` ${apiPrefix}/`).replaceAll(/\{(\w+)\}/g, ':$1')),
      ...others,
    ];
    const routes = mounted.filter((line) => !/ \/?\*?$/.test(line));
    expect(expectedRoutes.filter((line) => !routes.includes(line))).toEqual([]);
    // A documented path may be mounted with other methods only to answer 405.
    const heads = expectedRoutes.filter((line) => line.startsWith('GET ')).map((line) => line.replace('GET', 'HEAD'));
    for (const line of routes.filter((one) => ![...expectedRoutes, ...heads].includes(one))) {
      const [method = '', path = ''] = line.split(' ');
      const { status, headers } = await admin.send(method, path.replaceAll(/:\w+/g, unknownId()));
      expect([line, status]).toEqual([line, 405]);
      expect(described.some((one) => one.startsWith(`${method} `) && String(headers.allow).includes(method))).toBe(
        false,
      );
    }
  });
});

/** "GET /path" for each route in the tree that Fastify prints. */
function routesOf(tree: string): string[] {
  const trail: string[] = [];
  return tree
    .split('\n')
    .flatMap((line) => {
      const match = /^((?:[│ ] {3})*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
      if (!match) return [];
      const [, indent = '', part = '', methods] = match;
      trail.length = indent.length / 4;
      trail.push(part);
      return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${trail.join('')}`);
    })
    .sort();
}

describe('the OpenAPI document', () => {
  type Json = Record<string, unknown>;
  const isJson = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const at = (value: unknown, ...path: string[]): unknown =>
    path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value);
  const fetchDocument = async (): Promise<Json> =>
    z.record(z.string(), z.unknown()).parse((await admin.send('GET', `${apiPrefix}/openapi.json`)).body);

  test('has version 3.1, names its server, and states who may call each operation', async () => {
    const document = await fetchDocument();
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.servers).toEqual([{ url: `${app.config.baseUrl}${apiPrefix}` }]);
    for (const [name, { method, path, can, onFreePlan, forTokens }] of table) {
      const operation = at(document, 'paths', path, method.toLowerCase());
      expect(operation).toMatchObject({ operationId: name, 'x-permission': can, 'x-on-free-plan': onFreePlan });
      const security = can === 'anyone' ? [] : [{ session: [] }, ...(forTokens ? [{ accessToken: [] }] : [])];
      expect(operation).toMatchObject({ security, 'x-for-tokens': forTokens });
      const declared = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const parameters = at(operation, 'parameters');
      const inPath = Array.isArray(parameters) ? parameters.filter((one) => at(one, 'in') === 'path') : [];
      expect(inPath.map((one) => at(one, 'name'))).toEqual(declared);
      expect(inPath.every((one) => at(one, 'required') === true)).toBe(true);
      const responses = at(operation, 'responses');
      const statuses = Object.keys(isJson(responses) ? responses : {});
      expect(statuses).toEqual(expect.arrayContaining(['422', '500', '503']));
      if (can !== 'anyone') expect(statuses).toEqual(expect.arrayContaining(['401', '403']));
      if (can !== 'anyone' && declared.length > 0) expect(statuses).toContain('404');
    }
  });

  test('the limit of a proxy in docs/operating.md is above every upload', () => {
    const megabytes = Math.max(...table.map(([, endpoint]) => maxBodyBytes(endpoint))) / 1024 / 1024;
    const page = readText('docs/operating.md');
    expect(page).toContain(`uploads of ${megabytes} MB`);
    expect(page).toContain(`client_max_body_size ${megabytes + 1}m;`);
    expect(page).toContain(`proxy_read_timeout ${maxArchiveMinutes + 1}m;`);
  });

  /** Refused by their handlers, not by their contract. */
  const limitedAlone = [
    'checkArchive',
    'exportCompany',
    'foundCompany',
    'getReportFile',
    'importArchive',
    'nameStandIn',
    'prepareReportFile',
    'startImport',
    'uploadHistory',
    'uploadReceipt',
  ];

  test('every operation names its codes, when it may be repeated, and its rate limits in numbers', async () => {
    const document = await fetchDocument();
    for (const [name, { method, path, refuses, rateLimit }] of table) {
      const operation = at(document, 'paths', path, method.toLowerCase());
      for (const code of refuses)
        expect([name, at(operation, 'responses', String(statusOf(code)), 'x-codes')]).toEqual([
          name,
          expect.arrayContaining([code]),
        ]);
      for (const status of ['429', '503'])
        expect([name, at(operation, 'responses', status, 'headers', 'Retry-After')]).toEqual([
          name,
          expect.objectContaining({ required: true }),
        ]);
      const limits = at(operation, 'x-rate-limits');
      const isLimited = rateLimit !== undefined || limitedAlone.includes(name);
      expect([name, Array.isArray(limits)]).toEqual([name, isLimited]);
      for (const limit of Array.isArray(limits) ? limits : [])
        expect([name, limit]).toEqual([
          name,
          expect.objectContaining({
            per: expect.any(String),
            limit: expect.any(Number),
            windowSeconds: at(limit, 'windowSeconds') === null ? null : expect.any(Number),
          }),
        ]);
    }
    expect(at(document, 'paths', '/sign-in', 'post', 'x-rate-limits')).toEqual(
      expect.arrayContaining([
        { per: 'networkAndAddress', limit: 10, windowSeconds: 900 },
        { per: 'account', limit: 100, windowSeconds: null },
      ]),
    );
  });

  test('every list has a cursor or a stated maximum', async () => {
    const document = await fetchDocument();
    const lists = table.filter(([name]) => name.startsWith('list'));
    expect(lists.length).toBeGreaterThan(15);
    for (const [name, { path }] of lists) {
      const operation = at(document, 'paths', path, 'get');
      const parameters = at(operation, 'parameters');
      const names = Array.isArray(parameters) ? parameters.map((one) => at(one, 'name')) : [];
      const schema = at(operation, 'responses', '200', 'content', 'application/json', 'schema');
      const resolved =
        typeof at(schema, '$ref') === 'string'
          ? at(document, ...String(at(schema, '$ref')).slice(2).split('/'))
          : schema;
      const fields = at(resolved, 'properties');
      const arrays = Object.values(isJson(fields) ? fields : {}).filter((field) => at(field, 'type') === 'array');
      expect([name, arrays.length > 0]).toEqual([name, true]);
      const isPaged = names.includes('cursor') && names.includes('pageSize') && at(fields, 'nextCursor') !== undefined;
      const isBounded = arrays.every((field) => typeof at(field, 'maxItems') === 'number');
      expect([name, isPaged || isBounded]).toEqual([name, true]);
    }
  });

  test('every reference in it resolves', async () => {
    const document = await fetchDocument();
    const references: string[] = [];
    const collect = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(collect);
      else if (isJson(value)) {
        if (typeof value.$ref === 'string') references.push(value.$ref);
        Object.values(value).forEach(collect);
      }
    };
    collect(document);
    expect(references.length).toBeGreaterThan(0);
    const lost = references.filter((reference) => {
      const path = reference.replace(/^#\//, '').split('/');
      return !reference.startsWith('#/') || at(document, ...path) === undefined;
    });
    expect([...new Set(lost)]).toEqual([]);
    for (const name of ['Problem', 'Worklog', 'Session'])
      expect(at(document, 'components', 'schemas', name)).toMatchObject({
        type: 'object',
        properties: expect.anything(),
      });
  });

  test.each([
    ['receipts', 'image/jpeg'],
    ['history-imports/files', 'application/octet-stream'],
    ['archive-import', 'application/zip'],
    ['archive-import/check', 'application/zip'],
  ])('what is uploaded to %s is described as %s', async (path, type) => {
    const document = await fetchDocument();
    const content = at(document, 'paths', `/companies/{companyId}/${path}`, 'post', 'requestBody', 'content');
    expect(Object.keys(Object(content))).toContain(type);
  });

  test('requests and responses are described with their limits', async () => {
    const document = await fetchDocument();
    const name = at(
      document,
      'paths',
      '/companies',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
      'properties',
      'name',
    );
    expect(name).toMatchObject({ type: 'string', minLength: 1, maxLength: 120 });
    const answer = at(
      document,
      'paths',
      '/companies',
      'post',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    );
    expect(answer).toBeDefined();
  });
});
