// What stands over a list: the sums of its filter, out of the same parts as the reports.

import type { z } from 'zod';
import type { totals } from '#contract/worklogs.ts';
import type { CompanyContext } from '../context.ts';
import { partsBy, type Within } from './parts.ts';
import { sumsOf } from './sums.ts';

/** Of the rows that the action may see, whatever their status. */
export async function totalsOf(ctx: CompanyContext, within: Within): Promise<z.input<typeof totals>> {
  const { items, minutes, expenses, ...by } = sumsOf(await partsBy(ctx, [], within));
  return {
    items,
    minutes,
    expenses,
    pending: by.pendingItems,
    approved: by.approvedItems,
    rejected: by.rejectedItems,
  };
}
