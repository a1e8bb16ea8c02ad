// Loads the benchmark data into an empty database, in one transaction.

import pg, { type Client, type ClientConfig } from 'pg';
import type { Move } from '#domain/worklogs.ts';
import { copyInto, copyNull, instantText, rowText } from './copy.ts';
import { dropConstraints } from './drop-constraints.ts';
import { type CrowdCompany, type CrowdSize, planCompanies } from './plan.ts';
import { type CrowdWorklog, crowdWorklogs } from './worklogs.ts';

type Loading = {
  owner: ClientConfig;
  size: CrowdSize;
  /** Called after each step. */
  report?: (step: string) => void;
};

export async function loadCrowd({ owner, size, report = () => undefined }: Loading): Promise<void> {
  const client = new pg.Client({ ...owner, application_name: 'daybook crowd' });
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
    await copyLives(client, size, companies, report);
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
  if (rows[0]?.isFilled) throw new Error('A crowd is loaded only into an empty database: this one has people in it.');
}

/** Triggers, which are off during the load, normally maintain these sums. */
async function rebuildSums(client: Client, companyId: string): Promise<void> {
  await client.query(`select set_config('app.company_id', $1, true)`, [companyId]);
  await client.query('select rebuild_sums($1)', [companyId]);
}

async function copyCompanies(client: Client, companies: readonly CrowdCompany[]): Promise<void> {
  const copy = (target: string, rowsOf: (company: CrowdCompany) => readonly string[]) =>
    copyInto(
      client,
      `${target} from stdin`,
      companies.map((company) => rowsOf(company).join('')),
    );
  const at = (company: CrowdCompany) => new Date(company.foundedAt).toISOString();
  const everyone = ({ staff, workers }: CrowdCompany) => [...staff, ...workers];
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
async function copyLives(
  client: Client,
  size: CrowdSize,
  companies: readonly CrowdCompany[],
  report: (step: string) => void,
): Promise<void> {
  // FREEZE, which saves a later vacuum, requires a table that was truncated in the same transaction.
  await client.query('truncate worklogs, worklog_events cascade');
  const lives = crowdWorklogs(size, companies);
  for (let done = 0; done < size.worklogs; done += batch) {
    const events: string[] = [];
    await copyInto(client, `${worklogColumns} from stdin with (freeze)`, inChunks(nextWorklogs(lives, events)));
    await copyInto(client, `${eventColumns} from stdin with (freeze)`, inChunks(events));
    if ((done / batch) % 10 === 9) report(`${done + batch} worklogs and their events`);
  }
}

function* nextWorklogs(lives: Iterator<CrowdWorklog>, events: string[]): Generator<string> {
  for (let taken = 0; taken < batch; taken++) {
    const { done, value } = lives.next();
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

const worklogColumns = `worklogs (company_id, id, worker_id, project_id, task_id, kind, status, starts_at, ends_at, zone, day, amount_minor,
  currency, notes, version, submitted_at, reviewer_id, reviewed_at, review_notes)`;

const worklogRow = ({ company, worker, task, events, ...one }: CrowdWorklog): string =>
  rowText([
    company.id,
    one.id,
    worker.id,
    task.projectId,
    task.id,
    task.kind,
    one.status,
    maybeInstant(one.startsAt),
    maybeInstant(one.endsAt),
    worker.zone,
    one.day,
    one.amountMinor ?? copyNull,
    company.currency,
    one.notes,
    events.length,
    instantText(one.submittedAt),
    one.reviewerId ?? copyNull,
    maybeInstant(one.reviewedAt),
    one.reviewNotes ?? copyNull,
  ]);

const maybeInstant = (at: number | null): string => (at === null ? copyNull : instantText(at));

const eventColumns =
  'worklog_events (company_id, worklog_id, id, move, actor_id, at, version, notes, changes, row_values)';

function eventRows(worklog: CrowdWorklog): string {
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
function rowValues({ company, worker, task, events, ...one }: CrowdWorklog, move: Move): string {
  if (move === 'reopen') return '{"allowsOverlap": false}';
  if (move !== 'submit' && move !== 'amend') return copyNull;
  const isAmendedLater = move === 'submit' && events.some((event) => event.move === 'amend');
  return JSON.stringify({
    projectId: task.projectId,
    taskId: task.id,
    kind: task.kind,
    startsAt: maybeIso(one.startsAt),
    endsAt: maybeIso(one.endsAt),
    zone: worker.zone,
    day: one.day,
    amountMinor: one.amountMinor,
    currency: company.currency,
    notes: isAmendedLater ? '' : one.notes,
    allowsOverlap: false,
    receiptIds: [],
  });
}

const maybeIso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
