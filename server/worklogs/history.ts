// The history of a worklog: one event for each move, written in the transaction of the move and never changed afterwards.

import type { z } from 'zod';
import type { worklogEvent } from '#contract/worklogs.ts';
import type { Move } from '#domain/worklogs.ts';
import type { CompanyContext } from '../context.ts';
import { newId } from '../ids.ts';

type Value = string | number | null;
export type Changes = Record<string, { from: Value; to: Value }>;

export type NewEvent = { worklogId: string; move: Move; version: number; notes: string | null; changes: Changes };

export async function recordEvents(ctx: CompanyContext, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await ctx.db
    .insertInto('worklogEvents')
    .values(
      events.map(({ changes, ...event }) => ({
        ...event,
        id: newId(),
        companyId: ctx.company.id,
        actorId: ctx.person.id,
        at: ctx.now,
        changes: JSON.stringify(changes),
      })),
    )
    .execute();
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
    .where('e.companyId', '=', ctx.company.id)
    .where('e.worklogId', '=', worklogId)
    .select(['e.id', 'e.move', 'e.at', 'e.version', 'e.notes', 'e.changes', 'u.name as actorName'])
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), changes: isChanges(row.changes) ? row.changes : {} }));
}

const isChanges = (value: unknown): value is Changes => typeof value === 'object' && value !== null;
