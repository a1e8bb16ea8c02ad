import type { NarrowedFilter } from '../filter.ts';

/** The filter for the worklogs of a payroll number: payroll filters by days and workers only, so other filters are cleared. */
export const payrollFilter = (narrow: NarrowedFilter): NarrowedFilter => ({
  clients: [],
  projects: [],
  tasks: [],
  kinds: [],
  tags: [],
  billable: [],
  ...narrow,
});
