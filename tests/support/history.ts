// An import of history from the upload to its end, as an admin makes it. The jobs are run one by one in the process of the test.

import { afterAll, beforeEach } from 'vitest';
import { historyImportEndpoints } from '#contract/history-imports.ts';
import { apiPrefix } from '#contract/index.ts';
import { checkHistory, deleteHistoryRows, runHistory, undoHistory } from '#server/history-imports/jobs.ts';
import { type Actor, type Input, type Output, startTestApp, type TestApp } from './app.ts';
import { foundTestCompany, type TestCompany } from './company.ts';

const route = '/companies/{companyId}/history-imports';
type Chosen = Omit<Input<'PUT /companies/{companyId}/history-imports/{importId}'>, 'companyId' | 'importId'>;
type Uploaded = Output<'POST /companies/{companyId}/history-imports/files'>;

export const historyChoices = {
  zone: 'Asia/Jakarta',
  status: 'approved',
  overlapChoice: 'shorten',
  withoutTimes: 'place',
  projectName: 'Imported',
  taskName: 'Imported',
  intoLocked: false,
} as const satisfies Chosen;

const tasks = {
  'check-history': checkHistory,
  'run-history': runHistory,
  'undo-history': undoHistory,
  'delete-history-rows': deleteHistoryRows,
};
type Task = keyof typeof tasks;

export function historyOf(test: TestApp, actor: Actor, companyId: string) {
  const importPath = (importId: string) => ({ companyId, importId });

  const send = (content: string | Uint8Array, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ fileName: 'history.csv', ...query });
    const url = `${apiPrefix}/companies/${companyId}/history-imports/files?${search}`;
    return actor.send('POST', url, Buffer.from(content));
  };

  const upload = async (content: string | Uint8Array, query: Record<string, string> = {}): Promise<Uploaded> => {
    const { status, text } = await send(content, query);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return historyImportEndpoints.uploadHistory.output.parse(JSON.parse(text));
  };

  const read = async (content: string | Uint8Array, query: Record<string, string> = {}): Promise<string> => {
    const uploaded = await upload(content, query);
    if (uploaded.outcome !== 'read') throw new Error(JSON.stringify(uploaded));
    return uploaded.importId;
  };

  /** Runs the queued jobs of a kind, as the queue would. */
  const work = async (task: Task) => {
    const { rows } = await test.superuser.query<{ id: string; payload: unknown }>(
      `select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = $1 order by j.id`,
      [task],
    );
    for (const { id, payload } of rows) {
      await tasks[task](test.database.ownerPool, payload);
      await test.superuser.query('delete from graphile_worker._private_jobs where id = $1', [id]);
    }
  };

  const details = (importId: string) => actor.ok(`GET ${route}/{importId}`, importPath(importId));

  const check = async (importId: string, chosen: Partial<Chosen> = {}) => {
    await actor.ok(`PUT ${route}/{importId}`, { ...importPath(importId), ...historyChoices, ...chosen });
    await work('check-history');
    return details(importId);
  };

  const run = async (importId: string) => {
    await actor.ok(`POST ${route}/{importId}/run`, importPath(importId));
    await work('run-history');
    return details(importId);
  };

  const undo = async (importId: string) => {
    await actor.ok(`POST ${route}/{importId}/undo`, importPath(importId));
    await work('undo-history');
    return details(importId);
  };

  const importFile = async (content: string | Uint8Array, chosen: Partial<Chosen> = {}) => {
    const importId = await read(content);
    await check(importId, chosen);
    return run(importId);
  };

  const rows = async (importId: string) =>
    (await actor.ok(`GET ${route}/{importId}/rows`, { ...importPath(importId), pageSize: 100 })).rows;

  const totals = async (importId: string) =>
    (await actor.ok(`GET ${route}/{importId}/totals`, { ...importPath(importId), pageSize: 100 })).totals;

  return { send, upload, read, work, details, check, run, undo, importFile, rows, totals };
}

/** For each test of a file a new company with its import of history: `fixture.company`, `fixture.history`. */
export async function openHistoryFixture() {
  const app = await startTestApp();
  afterAll(() => app.close());
  let found: { company: TestCompany; history: ReturnType<typeof historyOf> } | undefined;
  beforeEach(async () => {
    const company = await foundTestCompany(app);
    found = { company, history: historyOf(app, company.admin, company.id) };
  });
  const now = () => {
    if (found === undefined) throw new Error('There is a company only while a test runs.');
    return found;
  };
  return {
    app,
    get company() {
      return now().company;
    },
    get history() {
      return now().history;
    },
  };
}
