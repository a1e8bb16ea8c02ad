import { ApiProblem } from '../api.ts';

/** The error of the server about the range, shown beside the field. */
export const rangeError = (error: Error | null): string | undefined =>
  error instanceof ApiProblem ? error.errors.find(({ path }) => path === 'from' || path === 'to')?.message : undefined;
