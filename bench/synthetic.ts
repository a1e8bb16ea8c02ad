// The measured company: that of seed/synthetic.ts on a running server, with clients over HTTP like a browser, and prepared statements on
// the same database (the floor).

import 'temporal-polyfill/global';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg, { type ClientConfig } from 'pg';
import type { Role } from '#domain/permissions.ts';
import { seedDemo } from '#seed/demo-company.ts';
import { workingFolder } from '#server/db/cluster/account.ts';
import { openDatabase } from '#server/db/connect.ts';
import { newId } from '#server/db/ids.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';
import { newToken, tokenHash } from '#server/secrets/cookie-tokens.ts';
import { sessionCookieName, startServer, withFolder } from './demo.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, residentMemoryOf } from './process-figures.ts';

export type SyntheticServer = {
  baseURL: string;
  companyId: string;
  /** Reads and writes the rows of the company. */
  sql: pg.Client;
  /** One more connection like `sql`; ends with the server. */
  connect: () => Promise<pg.Client>;
  /** The n-th member with this role. */
  signIn: (role: Role, number: number) => Promise<SyntheticUser>;
  /** An admin of another company on the same server. */
  signInNeighbour: () => Promise<SyntheticUser>;
  /** Processor time of the application and of its database so far, in seconds. */
  cpuSeconds: () => { application: number; database: number };
  /** Memory of the application now. */
  residentMiB: () => number;
};

export type SyntheticUser = {
  userId: string;
  /** The session cookie. */
  token: string;
  cookie: string;
  send: <T>(method: string, path: string, body?: unknown) => Promise<T>;
};

export type SyntheticOptions = {
  worklogs: number;
  /** The folder of the data, created if it does not exist; without it, a temporary one. */
  dataDir?: string | undefined;
};

type SyntheticData = {
  dataDir: string;
  /** Duration of loading in seconds; null if it existed already. */
  loadSeconds: number | null;
};

export const withSyntheticServer = <T>(
  { port, ...options }: SyntheticOptions & { port: number },
  work: (synthetic: SyntheticServer) => Promise<T>,
) => withSyntheticData(options, ({ dataDir }) => serveSyntheticData({ port, dataDir }, work));

/** A folder with the data, on which no server is running. */
export async function withSyntheticData<T>(
  options: SyntheticOptions,
  work: (found: SyntheticData) => Promise<T>,
): Promise<T> {
  if (options.dataDir === undefined)
    return withFolder((folder) => withSyntheticData({ ...options, dataDir: join(folder, 'data') }, work));
  const { dataDir, worklogs } = options;
  const loadSeconds = existsSync(join(dataDir, 'postgres')) ? null : load(dataDir, worklogs);
  return work({ dataDir, loadSeconds });
}

type ServedData = { port: number; dataDir: string; env?: Readonly<Record<string, string>> };

/** The processes of a database, and an address that is not restricted by row-level security outside the company. */
type ServedDatabase = { pids: readonly number[]; address: ClientConfig };

export const serveSyntheticData = <T>(
  start: ServedData,
  work: (synthetic: SyntheticServer) => Promise<T>,
): Promise<T> => serveSyntheticOn(() => databaseOf(start.dataDir), start, work);

/** `findDatabase` is called when the server is ready. */
export async function serveSyntheticOn<T>(
  findDatabase: () => ServedDatabase,
  start: ServedData,
  work: (synthetic: SyntheticServer) => Promise<T>,
): Promise<T> {
  const { dataDir } = start;
  const server = await startServer(start);
  const connections: pg.Client[] = [];
  try {
    const { pids, address } = findDatabase();
    const companyId = await findCompany(address);
    const connect = async () => {
      const sql = await openInside(address, companyId);
      connections.push(sql);
      return sql;
    };
    const sql = await connect();
    return await work({
      baseURL: server.baseURL,
      companyId,
      sql,
      connect,
      signIn: async (role, number) => {
        const { rows } = await sql.query<{ userId: string }>(
          `select user_id as "userId" from members where company_id = $1 and role = $2 order by user_id offset $3 limit 1`,
          [companyId, role, number],
        );
        if (!rows[0]) throw new Error(`The synthetic company has no ${role} number ${number}.`);
        return signIn({ baseURL: server.baseURL, companyId, sql }, rows[0].userId);
      },
      signInNeighbour: () => signInNeighbour({ baseURL: server.baseURL, address, dataDir }),
      cpuSeconds: () => ({ application: cpuSecondsOf(server.pid), database: sum(pids.map(cpuSecondsOfFamily)) }),
      residentMiB: () => residentMemoryOf(server.pid),
    });
  } finally {
    for (const connection of connections) await connection.end();
    await server.stop();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const maxInOneCompany = 1_000_000;
const companiesOfMore = 20;

function load(dataDir: string, worklogs: number): number {
  const began = performance.now();
  const script = join(import.meta.dirname, '..', 'seed', 'synthetic.ts');
  const companies = worklogs > maxInOneCompany ? companiesOfMore : 1;
  const options = ['--worklogs', String(worklogs), '--companies', String(companies), '--data', dataDir];
  execFileSync(process.execPath, [script, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  return Math.round((performance.now() - began) / 1_000);
}

/** Process id and socket of the embedded database, from its lock file. */
function databaseOf(dataDir: string): ServedDatabase {
  const directory = join(dataDir, 'postgres');
  const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  const host = lines[4] === workingFolder ? directory : (lines[4] ?? '');
  return {
    pids: [Number(lines[0])],
    address: { host, port: 5432, database: 'daybook', user: 'daybook_owner' },
  };
}

/** The first synthetic company, which is the oldest; the demo company is newer. */
async function findCompany(address: ClientConfig): Promise<string> {
  const sql = new pg.Client(address);
  await sql.connect();
  const { rows } = await sql.query<{ id: string }>(`select id from companies where name = 'Synthetic 1'`);
  await sql.end();
  if (!rows[0]) throw new Error('This folder has no synthetic company.');
  return rows[0].id;
}

type Installation = { baseURL: string; address: ClientConfig; dataDir: string };

/** Adds the demo company to its server. */
async function signInNeighbour({ baseURL, address, dataDir }: Installation): Promise<SyntheticUser> {
  const database = openDatabase({ owner: address, app: { ...address, user: 'daybook_app' } });
  await seedDemo({ database, receipts: await openReceipts({ dataDir, receiptsS3: undefined }), now: new Date() });
  await database.close();
  const outside = new pg.Client(address);
  await outside.connect();
  const { rows } = await outside.query<{ id: string }>(
    `select id from companies where name not like 'Synthetic %' order by seats desc limit 1`,
  );
  await outside.end();
  const companyId = rows[0]?.id ?? '';
  const sql = await openInside(address, companyId);
  await sql.query('analyze');
  const { rows: admins } = await sql.query<{ userId: string }>(
    `select user_id as "userId" from members where company_id = $1 and role = 'company admin' limit 1`,
    [companyId],
  );
  const person = await signIn({ baseURL, companyId, sql }, admins[0]?.userId ?? '');
  await sql.end();
  return person;
}

async function openInside(address: ClientConfig, companyId: string): Promise<pg.Client> {
  const sql = new pg.Client(address);
  await sql.connect();
  await sql.query(`select set_config('app.company_id', $1, false)`, [companyId]);
  return sql;
}

const agent = new Agent({ keepAlive: true });

/** Synthetic people have no password, so their session is inserted into the table. */
async function signIn(
  { baseURL, companyId, sql }: Pick<SyntheticServer, 'baseURL' | 'companyId' | 'sql'>,
  userId: string,
): Promise<SyntheticUser> {
  const token = newToken();
  await sql.query(
    `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [newId(), userId, tokenHash(token)],
  );
  const cookie = `${sessionCookieName}=${token}`;
  const headers = { cookie, origin: baseURL };
  return {
    userId,
    token,
    cookie,
    send: async (method, path, body) => {
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const typed = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const url = `${baseURL}/api/v1/companies/${companyId}${path}`;
      return responseOf(url, method, { ...headers, ...(sent === undefined ? {} : typed) }, sent);
    },
  };
}

/** Cheaper than fetch, which takes half a millisecond per request that would count as the server's time. */
const responseOf = <T>(url: string, method: string, headers: Record<string, string>, sent?: string): Promise<T> =>
  new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (reply) => {
      text(reply).then((body) => {
        if (reply.statusCode === 200) resolve(JSON.parse(body));
        else reject(new Error(`${method} ${url} answered ${reply.statusCode}: ${body}`));
      }, reject);
    })
      .on('error', reject)
      .end(sent);
  });
