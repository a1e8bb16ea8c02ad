// The real application with a separate database, and people who use it through the API. Nothing is mocked: people register, read
// their emails from the queue and open the links in them.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, type Endpoints } from '#contract/index.ts';
import { type Problem, problem as problemSchema } from '#contract/problem.ts';
import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { createLog, type Log } from '#server/log.ts';
import { unsealMailJob } from '#server/mail/sealed.ts';
import type { HashCost } from '#server/request/hashing.ts';
import { cloneDatabase, openSuperuserPool, type TestDatabase } from './database.ts';

type AnyEndpoint = Endpoints[keyof Endpoints];
type RouteOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never;
export type Route = RouteOf<AnyEndpoint>;
type At<R extends Route> = Extract<AnyEndpoint, R extends `${infer M} ${infer P}` ? { method: M; path: P } : never>;
export type Input<R extends Route> = z.input<At<R>['input']>;
export type Output<R extends Route> = z.output<At<R>['output']>;

export type Reply<Body> = {
  status: number;
  body: Body;
  problem: Problem | null;
  headers: Record<string, unknown>;
  text: string;
};

const queuedMail = z.object({
  to: z.string(),
  locale: z.string(),
  template: z.string(),
  params: z.record(z.string(), z.string()),
});
export type QueuedMail = z.output<typeof queuedMail>;

export type TestApp = {
  app: FastifyInstance;
  config: Config;
  database: OpenDatabase;
  /** To start another process of the product. */
  connections: Pick<TestDatabase, 'owner' | 'app'>;
  /** Not restricted by row-level security; for checks and preparations of a test. */
  superuser: pg.Pool;
  visitor(): Actor;
  /** Registers and verifies, by the links in the emails. */
  person(name?: string): Promise<Actor>;
  mailsTo(email: string): Promise<QueuedMail[]>;
  close(): Promise<void>;
};

/** Weak hashing parameters, because most tests do not depend on the cost of passwords. */
const quickHashes: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const startTestApp = async (
  environment: Record<string, string> = {},
  hashCost: HashCost = quickHashes,
  log?: Log,
): Promise<TestApp> => startTestAppOn(await cloneDatabase(), environment, hashCost, log);

/** With this database instead of a copy of the migrated one; it is dropped at the end. */
export async function startTestAppOn(
  clone: TestDatabase,
  environment: Record<string, string> = {},
  hashCost: HashCost = quickHashes,
  log = createLog(process.env.TEST_LOG === '1' ? 'error' : 'silent'),
): Promise<TestApp> {
  const config = testConfig(environment);
  const { owner, app: asApp, replica, observer } = clone;
  const database = openDatabase({ owner, app: asApp, replica, observer, log, poolSize: 12 });
  const app = await buildApp({ config, database, log, hashCost });
  // Hashing all tables of a small database takes five times as long with parallel processes.
  const superuser = openSuperuserPool(clone, { max: 4, options: '-c max_parallel_workers_per_gather=0' });
  const mailsTo = async (email: string) => {
    const { rows } = await superuser.query<{ payload: unknown }>(
      `select j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send-mail' and j.payload ->> 'to' = $1 order by j.id`,
      [email],
    );
    return rows.map(({ payload }) => queuedMail.parse(unsealMailJob(config, payload)));
  };
  const test: TestApp = {
    app,
    config,
    database,
    connections: { owner: clone.owner, app: clone.app },
    superuser,
    mailsTo,
    visitor: () => new Actor(app),
    person: (name = 'Person') => register(test, name),
    close: async () => {
      await app.close();
      await database.close();
      await superuser.end();
      await clone.drop();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
  return test;
}

function testConfig(environment: Record<string, string>): Config {
  const dataDir = join(tmpdir(), `daybook-test-${randomBytes(6).toString('hex')}`);
  const reading = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret of the tests, long enough',
    NEW_COMPANY_INVITES: '100000',
    ...environment,
  });
  if ('problems' in reading) throw new Error(reading.problems.join('\n'));
  return { ...reading.config, appSecret: reading.config.appSecret ?? '' };
}

/** A person with a browser, which keeps cookies and has a separate IP address. */
export class Actor {
  readonly app: FastifyInstance;
  readonly address = [10, ...randomBytes(3)].join('.');
  /** The session cookie. */
  cookie = '';
  /** The cookie of the known browser. */
  browser = '';
  /** An access token: then the actor is a program instead of a browser. */
  bearer = '';
  email = '';
  name = '';
  userId = '';

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  /** Any request, for tests of the HTTP layer. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<unknown>> {
    const response = await this.app.inject({
      method: methods.find((one) => one === method) ?? 'GET',
      url: path,
      remoteAddress: this.address,
      headers: {
        ...(body === undefined ? {} : { 'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json' }),
        ...(this.cookie || this.browser ? { cookie: [this.browser, this.cookie].filter(Boolean).join('; ') } : {}),
        ...(this.bearer ? { authorization: `Bearer ${this.bearer}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) {
      const cookie = value === '' ? '' : `${name}=${value}`;
      if (name.endsWith('_browser')) this.browser = cookie;
      else this.cookie = cookie;
    }
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
    const parsed: unknown = isJson ? response.json() : null;
    const problem = response.statusCode >= 400 && isJson ? problemSchema.parse(parsed) : null;
    return { status: response.statusCode, body: parsed, problem, headers: response.headers, text: response.body };
  }

  /** Calls an endpoint; returns the response, whatever its status. */
  async call<R extends Route>(
    route: R,
    input: Input<R>,
    headers: Record<string, string> = {},
  ): Promise<Reply<Output<R>>> {
    const [method = 'GET', template = ''] = route.split(' ');
    const rest: Record<string, unknown> = { ...input };
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest[name];
      delete rest[name];
      return encodeURIComponent(String(value));
    });
    const isBodyless = method === 'GET' || method === 'DELETE';
    const url = apiPrefix + path + (isBodyless ? queryOf(rest) : '');
    return readBody<Output<R>>(await this.send(method, url, isBodyless ? undefined : rest, headers));
  }

  /** Uploads a receipt that is not attached to a worklog yet. */
  async upload(companyId: string, file: Buffer, fileName = 'receipt.png', headers: Record<string, string> = {}) {
    const path = `${apiPrefix}/companies/${companyId}/receipts?${new URLSearchParams({ fileName })}`;
    return readBody<Output<'POST /companies/{companyId}/receipts'>>(await this.send('POST', path, file, headers));
  }

  /** Calls an endpoint; the request must succeed. */
  async ok<R extends Route>(route: R, input: Input<R>, headers: Record<string, string> = {}): Promise<Output<R>> {
    const reply = await this.call(route, input, headers);
    if (reply.problem || reply.status >= 400) throw new Error(`${route} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  /** Returns the code of the refusal, or 'allowed'. */
  async codeOf<R extends Route>(route: R, input: Input<R>): Promise<string> {
    const reply = await this.call(route, input);
    return reply.problem?.code ?? 'allowed';
  }
}

/** The body as the contract describes it, null where there is none: the server has validated it by the schema of the endpoint. */
function readBody<Body>(reply: Reply<unknown>): Reply<Body> {
  const body: Body = JSON.parse(reply.body === null ? 'null' : reply.text);
  return { ...reply, body };
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query.size > 0 ? `?${query}` : '';
}

export const testPassword = 'correct horse battery staple';

export const freshEmail = (): string => `p${randomBytes(6).toString('hex')}@example.test`;

export const codeIn = (mail: QueuedMail | undefined): string => {
  const url = mail?.params.url;
  if (!url) throw new Error('There is no link in this email.');
  return new URL(url).searchParams.get('code') ?? '';
};

async function register(test: TestApp, name: string): Promise<Actor> {
  const actor = test.visitor();
  actor.name = name;
  actor.email = freshEmail();
  await actor.ok('POST /sign-up', { name, email: actor.email, password: testPassword });
  const mails = await test.mailsTo(actor.email);
  await actor.ok('POST /link-actions/verify-email', {
    code: codeIn(mails.find((mail) => mail.template === 'verify-email')),
  });
  const { user } = await actor.ok('GET /session', {});
  actor.userId = user?.uid ?? '';
  return actor;
}
