// The totals above a list: sums of its filter, from the same parts as the reports, with rejected worklogs separately.

import type { z } from 'zod';
import type { totals } from '#contract/worklogs.ts';
import { isCounted } from '#domain/totals.ts';
import type { CompanyContext } from '../request/context.ts';
import { partsBy } from './parts.ts';
import type { ReportScope } from './precomputed.ts';
import { sumsOf } from './sums.ts';

/** Of the worklogs that the action may see, in any status. */
export async function totalsOf(ctx: CompanyContext, within: ReportScope): Promise<z.input<typeof totals>> {
  const parts = await partsBy(ctx, [], within);
  const counted = sumsOf(parts.filter(isCounted));
  const rejected = sumsOf(parts.filter((part) => !isCounted(part)));
  return {
    items: counted.items + rejected.items,
    minutes: counted.minutes,
    expenses: counted.expenses,
    pending: counted.pendingItems,
    approved: counted.approvedItems,
    rejected: rejected.items,
    rejectedMinutes: rejected.minutes,
    rejectedExpenses: rejected.expenses,
  };
}
