// The worklogs that a person confirms to decide together: the oldest of a filter, with their versions and sums from one snapshot.
// Deciding them is POST /decisions, in parts: each worklog that changed after this list was read is refused there.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { decisionEndpoints } from '#contract/decisions.ts';
import { sumByCurrency } from '#domain/money.ts';
import { maxDecidableWorklogs } from '#domain/worklogs.ts';
import { matchesFilter } from '../reports/worklog-filter.ts';
import { isNeitherOwnNorEntered, visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';

type Input = z.output<typeof decisionEndpoints.listDecidableWorklogs.input>;
type Output = z.input<typeof decisionEndpoints.listDecidableWorklogs.output>;

export async function listDecidableWorklogs(ctx: CompanyContext, filter: Input): Promise<Output> {
  const pending = ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.decide'))
    .where(matchesFilter(ctx.company, { ...filter, statuses: ['pending'] }));
  const isForCaller = isNeitherOwnNorEntered(ctx.person.id);
  const [rows, counts] = await Promise.all([
    pending
      .where(isForCaller)
      .select(['w.id', 'w.version', 'w.minutes', 'w.amountMinor', 'w.currency'])
      .orderBy('w.day')
      .orderBy('w.startsAt', (order) => order.asc().nullsLast())
      .orderBy('w.id')
      .limit(maxDecidableWorklogs)
      .execute(),
    pending
      .select(sql<number>`count(*)`.as('all'))
      .select(sql<number>`count(*) filter (where not ${isForCaller})`.as('own'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    worklogs: rows.map(({ id, version }) => ({ id, version })),
    sum: {
      minutes: rows.reduce((total, { minutes }) => total + (minutes ?? 0), 0),
      expenses: sumByCurrency(
        rows.flatMap(({ amountMinor, currency }) => (amountMinor === null ? [] : [{ amountMinor, currency }])),
      ),
    },
    further: counts.all - counts.own - rows.length,
    own: counts.own,
  };
}
