import type { Narrow } from '../filter.ts';

/** The filter for the worklogs of a payroll number: payroll filters by days and workers only, so other filters are cleared. */
export const paid = (narrow: Narrow): Narrow => ({ projects: [], tasks: [], kinds: [], ...narrow });
