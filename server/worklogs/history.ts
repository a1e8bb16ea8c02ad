// The history of a worklog: one event per move, written in the transaction of the move and never changed.
// Notices about the move are recorded with it.

import { sql } from 'kysely';
import { type WorklogEvent, worklogEvent } from '#contract/worklog-events.ts';
import { maxShownEvents } from '#contract/worklogs.ts';
import { isLimitedToProjects, scopeOf } from '#domain/permissions.ts';
import { tagList } from '#domain/tag-lists.ts';
import type { Move } from '#domain/worklogs.ts';
import { newId } from '../db/ids.ts';
import { inOrder, prepared } from '../db/transact.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import { clientNameColumn } from '../request/tasks.ts';
import { recordNotices } from './outbox.ts';

type Value = string | number | null;
type Values = NonNullable<WorklogEvent['values']>;
export type Changes = Record<string, { from: Value; to: Value }>;

export type NewEvent = {
  worklogId: string;
  move: Move;
  version: number;
  notes: string | null;
  changes: Changes;
  onBehalfOf?: string | null;
};

/** Selected from the company, as all inserts of several rows: Citus then runs them where its rows are (decision 091). */
export async function recordEvents(ctx: CompanyContext, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map((event) => ({ ...event, id: newId() })));
  const written = prepared(
    ctx.db,
    sql`
      insert into worklog_events (company_id, id, worklog_id, move, actor_id, at, version, notes, changes, on_behalf_of)
      select c.id, e.id, e."worklogId", e.move, ${ctx.person.id}, ${ctx.now}, e.version, e.notes, e.changes,
        e."onBehalfOf"
      from jsonb_to_recordset(${rows}) as e (id uuid, "worklogId" uuid, move text, version integer, notes text,
        changes jsonb, "onBehalfOf" uuid)
      join companies c on c.id = ${ctx.company.id}`,
  );
  await inOrder([written, recordNotices(ctx, events)]);
}

/** The differences between two versions of the same fields. */
export function changesBetween(before: Record<string, Value>, after: Record<string, Value>): Changes {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]));
}

/** Among the changes of an event. */
export const shownTags = (tags: readonly string[]): string | null => (tags.length > 0 ? tagList(tags) : null);

export async function listHistory(ctx: CompanyContext, worklogId: string): Promise<WorklogEvent[]> {
  const rows = await ctx.db
    .selectFrom('worklogEvents as e')
    .innerJoin('users as u', 'u.id', 'e.actorId')
    .leftJoin('users as delegator', 'delegator.id', 'e.onBehalfOf')
    .where('e.companyId', '=', ctx.company.id)
    .where('e.worklogId', '=', worklogId)
    .select(['e.id', 'e.move', 'e.at', 'e.version', 'e.notes', 'e.changes', 'u.name as actorName'])
    .select(['e.rowValues', 'delegator.name as onBehalfOfName'])
    .orderBy('e.version', 'desc')
    .limit(maxShownEvents)
    .execute();
  const visible = await readVisibleProjects(ctx);
  let before: string | undefined;
  return rows.toReversed().map(({ rowValues, ...row }) => {
    const values = rowValues === null ? null : worklogEvent.shape.values.unwrap().parse(rowValues);
    const after = row.move === 'amend' || before === undefined ? values?.projectId : before;
    const sides = { from: visible.hasId(before), to: visible.hasId(after) };
    before = after;
    return {
      ...row,
      at: row.at.toISOString(),
      changes: hideOtherProjects(worklogEvent.shape.changes.parse(row.changes), sides, visible),
      values: values && valuesWithin(values, visible),
    };
  });
}

type VisibleProjects = {
  hasClient: (name: Value) => boolean;
  /** By id, because names are unique only among the projects of a client. Unknown in events older than the recording of values. */
  hasId: (id: string | undefined) => boolean;
};

/** Hides the names of other projects from somebody who sees only some, if a worklog was moved between projects. */
async function readVisibleProjects(ctx: CompanyContext): Promise<VisibleProjects> {
  if (!isLimitedToProjects(scopeOf(ctx.company, 'worklogs.read'))) return { hasClient: () => true, hasId: () => true };
  const rows = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'worklogs.read'))
    .select(['p.id', clientNameColumn(ctx.company)])
    .execute();
  const ids = new Set<string | undefined>(rows.map(({ id }) => id));
  const clients = new Set<Value>(rows.map((row) => row.clientName));
  return { hasClient: (name) => clients.has(name), hasId: (id) => ids.has(id) };
}

function valuesWithin(values: Values, { hasId }: VisibleProjects): Values {
  if (hasId(values.projectId)) return values;
  const { projectId: _, taskId: __, ...rest } = values;
  return rest;
}

type Sides = { from: boolean; to: boolean };

function hideOtherProjects(changes: Changes, project: Sides, { hasClient }: VisibleProjects): Changes {
  const { clientName, projectName, taskName, ...rest } = changes;
  const client = clientName && { from: hasClient(clientName.from), to: hasClient(clientName.to) };
  return {
    ...rest,
    ...(clientName && client ? { clientName: shown(clientName, client) } : {}),
    ...(projectName ? { projectName: shown(projectName, project) } : {}),
    ...(taskName ? { taskName: shown(taskName, project) } : {}),
  };
}

const shown = ({ from, to }: Changes[string], sides: Sides): Changes[string] => ({
  from: sides.from ? from : null,
  to: sides.to ? to : null,
});
