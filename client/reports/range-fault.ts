import { ApiProblem } from '../api.ts';

/** What the server says of the range: it stands beside the field. */
export const rangeFault = (error: Error | null): string | undefined =>
  error instanceof ApiProblem ? error.errors.find(({ path }) => path === 'from' || path === 'to')?.message : undefined;
