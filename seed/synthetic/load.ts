// Loads the benchmark data into an empty database, in one transaction.

import pg, { type Client, type ClientConfig } from 'pg';
import { minutesBetween } from '#domain/duration.ts';
import { recordOf } from '#domain/record-of.ts';
import { mapTexts, type WorklogField, worklogFieldNames, worklogFields } from '#domain/worklog-fields.ts';
import type { Move } from '#domain/worklogs.ts';
import { copyInto } from '#server/db/copy-in.ts';
import { copyNull, instantText, rowText } from './copy.ts';
import { dropConstraints } from './drop-constraints.ts';
import { planCompanies, type SyntheticCompany, type SyntheticSize } from './plan.ts';
import { type SyntheticWorklog, syntheticWorklogs } from './worklogs.ts';

type Loading = {
  owner: ClientConfig;
  size: SyntheticSize;
  /** Called after each step. */
  report?: (step: string) => void;
};

export async function loadSynthetic({ owner, size, report = () => undefined }: Loading): Promise<void> {
  const client = new pg.Client({ ...owner, application_name: 'daybook synthetic' });
  await client.connect();
  try {
    await assertEmpty(client);
    await client.query('begin');
    await client.query(`set local maintenance_work_mem = '512MB'`);
    await client.query(`set local max_parallel_maintenance_workers = 2`);
    await client.query('set local synchronous_commit = off');
    const restoreConstraints = await dropConstraints(client, report);
    const companies = planCompanies(size);
    await copyCompanies(client, companies);
    await loadWorklogs(client, size, companies, report);
    await restoreConstraints();
    for (const { id } of companies) await rebuildSums(client, id);
    report('sums are kept');
    await client.query('commit');
    await client.query('analyze');
    report('done');
  } finally {
    await client.end();
  }
}

async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ isFilled: boolean }>('select exists (select from users) as "isFilled"');
  if (rows[0]?.isFilled)
    throw new Error('A synthetic is loaded only into an empty database: this one has people in it.');
}

/** Triggers, which are off during the load, normally maintain these sums. */
async function rebuildSums(client: Client, companyId: string): Promise<void> {
  await client.query(`select set_local('app.company_id', $1)`, [companyId]);
  await client.query('select rebuild_sums($1)', [companyId]);
}

async function copyCompanies(client: Client, companies: readonly SyntheticCompany[]): Promise<void> {
  const copy = (target: string, rowsOf: (company: SyntheticCompany) => readonly string[]) =>
    copyInto(
      client,
      `${target} from stdin`,
      companies.map((company) => rowsOf(company).join('')),
    );
  const at = (company: SyntheticCompany) => new Date(company.foundedAt).toISOString();
  const everyone = ({ staff, workers }: SyntheticCompany) => [...staff, ...workers];
  await copy('users (id, name, email, email_verified, created_at)', (company) =>
    everyone(company).map(({ id, name, email }) => rowText([id, name, email, true, at(company)])),
  );
  await copy('companies (id, name, time_zone, currency, seats, created_at)', (company) => [
    rowText([company.id, company.name, company.zone, company.currency, 250, at(company)]),
  ]);
  await copy('members (company_id, user_id, role, joined_at)', (company) =>
    everyone(company).map(({ id, role }) => rowText([company.id, id, role, at(company)])),
  );
  await copy('projects (company_id, id, name, code, for_everyone, budget_minutes, created_at)', (company) =>
    company.projects.map(({ id, name, code }, index) =>
      rowText([company.id, id, name, code, false, index % 3 === 0 ? 6_000_000 : copyNull, at(company)]),
    ),
  );
  await copy('tasks (company_id, id, project_id, name, kind, created_at)', (company) =>
    company.projects.flatMap(({ tasks }) =>
      tasks.map(({ id, projectId, name, kind }) => rowText([company.id, id, projectId, name, kind, at(company)])),
    ),
  );
  await copy('project_managers (company_id, project_id, user_id)', (company) =>
    company.projects.flatMap(({ id, managerIds }) => managerIds.map((userId) => rowText([company.id, id, userId]))),
  );
  await copy('project_workers (company_id, project_id, user_id)', (company) =>
    company.workers.flatMap((worker) => worker.projects.map(({ id }) => rowText([company.id, id, worker.id]))),
  );
}

const batch = 50_000;
const chunkLength = 65_536;

/** Alternates between batches of worklogs and of their events, because a connection copies into one table at a time. */
async function loadWorklogs(
  client: Client,
  size: SyntheticSize,
  companies: readonly SyntheticCompany[],
  report: (step: string) => void,
): Promise<void> {
  // FREEZE, which saves a later vacuum, requires a table that was truncated in the same transaction.
  await client.query('truncate worklogs, worklog_events cascade');
  const worklogs = syntheticWorklogs(size, companies);
  for (let done = 0; done < size.worklogs; done += batch) {
    const events: string[] = [];
    await copyInto(client, `${worklogTarget} from stdin with (freeze)`, inChunks(nextWorklogs(worklogs, events)));
    await copyInto(client, `${eventColumns} from stdin with (freeze)`, inChunks(events));
    if ((done / batch) % 10 === 9) report(`${done + batch} worklogs and their events`);
  }
}

function* nextWorklogs(worklogs: Iterator<SyntheticWorklog>, events: string[]): Generator<string> {
  for (let taken = 0; taken < batch; taken++) {
    const { done, value } = worklogs.next();
    if (done) return;
    events.push(eventRows(value));
    yield worklogRow(value);
  }
}

function* inChunks(rows: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += row;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

type Column = readonly [name: string, read: (one: SyntheticWorklog) => string | number | boolean];

/** The plain fields, in a row and in the values of an event. */
const plainFields: { [Name in WorklogField]: (one: SyntheticWorklog) => string | number | boolean | null } = {
  startsAt: ({ startsAt }) => startsAt,
  endsAt: ({ endsAt }) => endsAt,
  minutes: ({ startsAt, endsAt }) =>
    startsAt === null || endsAt === null ? null : minutesBetween(new Date(startsAt), new Date(endsAt)),
  zone: ({ worker }) => worker.zone,
  day: ({ day }) => day,
  amountMinor: ({ amountMinor }) => amountMinor,
  currency: ({ company }) => company.currency,
  isBillable: () => true,
  ...mapTexts(
    (name) =>
      ({ texts }: SyntheticWorklog) =>
        texts[name],
  ),
};

const worklogColumns: readonly Column[] = [
  ['company_id', ({ company }) => company.id],
  ['id', ({ id }) => id],
  ['worker_id', ({ worker }) => worker.id],
  ['project_id', ({ task }) => task.projectId],
  ['task_id', ({ task }) => task.id],
  ['kind', ({ task }) => task.kind],
  ['status', ({ status }) => status],
  ...worklogFieldNames.map(plainColumn),
  ['version', ({ events }) => events.length],
  ['submitted_at', ({ submittedAt }) => instantText(submittedAt)],
  ['reviewer_id', ({ reviewerId }) => reviewerId ?? copyNull],
  ['reviewed_at', ({ reviewedAt }) => maybeInstant(reviewedAt)],
  ['review_notes', ({ reviewNotes }) => reviewNotes ?? copyNull],
];

function plainColumn(name: WorklogField): Column {
  const column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const read = plainFields[name];
  const isInstant = worklogFields[name].kind === 'instant';
  return [
    column,
    (one) => {
      const value = read(one);
      return isInstant && typeof value === 'number' ? instantText(value) : (value ?? copyNull);
    },
  ];
}

const worklogTarget = `worklogs (${worklogColumns.map(([name]) => name).join(', ')})`;

const worklogRow = (one: SyntheticWorklog): string => rowText(worklogColumns.map(([, read]) => read(one)));

const maybeInstant = (at: number | null): string => (at === null ? copyNull : instantText(at));

const eventColumns =
  'worklog_events (company_id, worklog_id, id, move, actor_id, at, version, notes, changes, row_values)';

function eventRows(worklog: SyntheticWorklog): string {
  const { company, id, events } = worklog;
  let version = 0;
  let rows = '';
  for (const { notes, ...event } of events) {
    version += 1;
    rows += rowText([
      company.id,
      id,
      event.id,
      event.move,
      event.actorId,
      instantText(event.at),
      version,
      notes ?? copyNull,
      event.changes,
      rowValues(worklog, event.move),
    ]);
  }
  return rows;
}

/** What the trigger of migration 0030 would write, which is off during the load. */
function rowValues(worklog: SyntheticWorklog, move: Move): string {
  if (move === 'reopen') return '{"allowsOverlap": false}';
  if (move !== 'submit' && move !== 'amend') return copyNull;
  const isAmendedLater = move === 'submit' && worklog.events.some((event) => event.move === 'amend');
  return JSON.stringify({
    projectId: worklog.task.projectId,
    taskId: worklog.task.id,
    kind: worklog.task.kind,
    ...recordOf(worklogFieldNames, (name) => valueIn(worklog, name)),
    minutes: null,
    ...(isAmendedLater ? { notes: '' } : {}),
    allowsOverlap: false,
    receiptIds: [],
    tags: [],
  });
}

function valueIn(worklog: SyntheticWorklog, name: WorklogField) {
  const value = plainFields[name](worklog);
  return worklogFields[name].kind === 'instant' && typeof value === 'number' ? new Date(value).toISOString() : value;
}
