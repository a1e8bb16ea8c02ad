// The history of a worklog: one event for each move, written in the transaction of the move and never changed afterwards.
// Who is told of the move by email is noted with it.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { worklogEvent } from '#contract/worklogs.ts';
import { scopeOf } from '#domain/permissions.ts';
import type { Move } from '#domain/worklogs.ts';
import { visibleProjects } from '../access.ts';
import type { CompanyContext } from '../context.ts';
import { prepared } from '../db/transact.ts';
import { newId } from '../ids.ts';
import { noteMoves } from '../notices/outbox.ts';

/** Nobody moves a worklog so often in earnest. A program that does would make whoever opens it wait, and everybody else. */
const mostShownEvents = 500;

type Value = string | number | null;
export type Changes = Record<string, { from: Value; to: Value }>;

export type NewEvent = {
  worklogId: string;
  move: Move;
  version: number;
  notes: string | null;
  changes: Changes;
  onBehalfOf?: string | null;
};

export async function recordEvents(ctx: CompanyContext, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events.map((event) => ({ ...event, id: newId() })));
  const written = prepared(
    ctx.db,
    sql`
      insert into worklog_events (company_id, id, worklog_id, move, actor_id, at, version, notes, changes, on_behalf_of)
      select ${ctx.company.id}, e.id, e."worklogId", e.move, ${ctx.person.id}, ${ctx.now}, e.version, e.notes, e.changes,
        e."onBehalfOf"
      from jsonb_to_recordset(${rows}) as e (id uuid, "worklogId" uuid, move text, version integer, notes text,
        changes jsonb, "onBehalfOf" uuid)`,
  );
  await Promise.all([written, noteMoves(ctx, events)]);
}

/** What differs between two states of the same fields. */
export function changesBetween(before: Record<string, Value>, after: Record<string, Value>): Changes {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]));
}

export async function listHistory(ctx: CompanyContext, worklogId: string): Promise<z.input<typeof worklogEvent>[]> {
  const rows = await ctx.db
    .selectFrom('worklogEvents as e')
    .innerJoin('users as u', 'u.id', 'e.actorId')
    .leftJoin('users as principal', 'principal.id', 'e.onBehalfOf')
    .where('e.companyId', '=', ctx.company.id)
    .where('e.worklogId', '=', worklogId)
    .select(['e.id', 'e.move', 'e.at', 'e.version', 'e.notes', 'e.changes', 'u.name as actorName'])
    .select('principal.name as onBehalfOfName')
    .orderBy('e.id', 'desc')
    .limit(mostShownEvents)
    .execute();
  const isVisible = await projectNamesInReach(ctx);
  return rows.toReversed().map((row) => {
    const changes = isChanges(row.changes) ? row.changes : {};
    return { ...row, at: row.at.toISOString(), changes: withoutOthers(changes, isVisible) };
  });
}

/** Whoever sees some projects only does not learn the names of others from a worklog that was moved between them. */
async function projectNamesInReach(ctx: CompanyContext): Promise<(name: Value) => boolean> {
  if (scopeOf(ctx.company.role, 'worklogs.read') !== 'managed') return () => true;
  const rows = await ctx.db
    .selectFrom('projects as p')
    .where(visibleProjects(ctx, 'worklogs.read'))
    .select('p.name')
    .execute();
  const names = new Set<Value>(rows.map(({ name }) => name));
  return (name) => names.has(name);
}

function withoutOthers(changes: Changes, isVisible: (name: Value) => boolean): Changes {
  const { projectName, taskName, ...rest } = changes;
  if (!projectName) return changes;
  const hide = ({ from, to }: { from: Value; to: Value }) => ({
    from: isVisible(projectName.from) ? from : null,
    to: isVisible(projectName.to) ? to : null,
  });
  return { ...rest, projectName: hide(projectName), ...(taskName ? { taskName: hide(taskName) } : {}) };
}

const isChanges = (value: unknown): value is Changes => typeof value === 'object' && value !== null;
