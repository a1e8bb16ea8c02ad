// Favourite tasks of a worker. The member's row is locked first, so that concurrent requests agree on position and count.
// A task that the worker cannot log on any more may be a favourite still: it is not offered, and gives its place to a new one.

import { sql } from 'kysely';
import type { favouriteEndpoints } from '#contract/favourites.ts';
import { favouriteLimitRefusal } from '#domain/favourites.ts';
import { visibleProjects } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, ensureFound } from '../request/refused.ts';
import { findVisibleTask, tasksWithProject } from '../request/tasks.ts';
import { lockWorker } from '../worklogs/conflicts.ts';

export const favouriteHandlers: Handlers<typeof favouriteEndpoints> = {
  async addFavourite(ctx, { companyId, taskId }) {
    await ensureAccessible(ctx, taskId);
    await lockWorker(ctx, ctx.person.id);
    const { others, last, isOne } = await readFavourites(ctx, taskId);
    if (isOne) return null;
    const removed = favouriteLimitRefusal(others) ? await removeUnavailable(ctx) : 0;
    ensureAllowed(favouriteLimitRefusal(others - removed));
    await ctx.db
      .insertInto('favouriteTasks')
      .values({ companyId, userId: ctx.person.id, taskId, position: last + 1 })
      .execute();
    return null;
  },

  async removeFavourite(ctx, { companyId, taskId }) {
    const removed = await ctx.db
      .deleteFrom('favouriteTasks')
      .where('companyId', '=', companyId)
      .where('userId', '=', ctx.person.id)
      .where('taskId', '=', taskId)
      .returning('taskId')
      .executeTakeFirst();
    if (!removed) await ensureAccessible(ctx, taskId);
    return null;
  },
};

const ensureAccessible = async (ctx: CompanyContext, taskId: string): Promise<unknown> =>
  ensureFound(await findVisibleTask(ctx, 'worklogs.submit', taskId), 'task.missing');

/** Favourites that the picker does not offer. Returns their number. */
async function removeUnavailable(ctx: CompanyContext): Promise<number> {
  const available = tasksWithProject(ctx.db)
    .where(visibleProjects(ctx, 'worklogs.submit'))
    .where('p.archivedAt', 'is', null)
    .where('t.closedAt', 'is', null)
    .select('t.id');
  const removed = await ctx.db
    .deleteFrom('favouriteTasks')
    .where('companyId', '=', ctx.company.id)
    .where('userId', '=', ctx.person.id)
    .where('taskId', 'not in', available)
    .returning('taskId')
    .execute();
  return removed.length;
}

const readFavourites = (ctx: CompanyContext, taskId: string) =>
  ctx.db
    .selectFrom('favouriteTasks')
    .where('companyId', '=', ctx.company.id)
    .where('userId', '=', ctx.person.id)
    .select([
      sql<number>`count(*)`.as('others'),
      sql<number>`coalesce(max(position), 0)`.as('last'),
      sql<boolean>`coalesce(bool_or(task_id = ${taskId}), false)`.as('isOne'),
    ])
    .executeTakeFirstOrThrow();
