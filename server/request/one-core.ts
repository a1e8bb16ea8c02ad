// Limits the query of a report to one core of the database, while other companies are active.

import { sql } from 'kysely';
import { inOrder } from '../db/transact.ts';
import type { Call } from './call.ts';
import type { AnyContext } from './context.ts';

export const onOneCore = (call: Call): Call => ({
  ...call,
  handle: async (ctx: AnyContext, input: unknown) => {
    const [, result] = await inOrder([withoutParallelWorkers.execute(ctx.db), call.handle(ctx, input)]);
    return result;
  },
});

const withoutParallelWorkers = sql`select set_local('max_parallel_workers_per_gather', '0')`;
