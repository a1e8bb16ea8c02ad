// Which database constraint a write violated. Handlers turn the violations they expect into a reason. The others are races: a
// row was removed or added between being looked up and the write. Such a request is retried (transaction.ts) and answered
// with a conflict when every attempt fails.

import { NoResultError } from 'kysely';
import { type Refusal, refuse } from '#domain/reasons.ts';

/** Foreign key, unique and exclusion constraints. A violated check constraint is a bug and not a race. */
const raceSqlStates = ['23503', '23505', '23P01'];

/**
 * Name of the violated constraint or unique index; null when the error is of another kind. Of a distributed table, PostgreSQL names
 * it in the message only, with the number of the shard.
 */
export const violatedConstraint = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return isConstraintRace(error) ? (/constraint "(\w+?)(?:_\d{6,})?"/.exec(error.message)?.[1] ?? null) : null;
};

/** Whether the database answered with one of these SQLSTATEs. */
export const isDatabaseError = (error: unknown, ...sqlStates: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && sqlStates.some((state) => error.code === state);

const isConstraintRace = (error: unknown): boolean => isDatabaseError(error, ...raceSqlStates);

/** Also a row that a statement expected and that no longer exists. */
export const isRowRace = (error: unknown): boolean => isConstraintRace(error) || error instanceof NoResultError;

export const constraintRefusal = (error: unknown): Refusal | null =>
  isConstraintRace(error) ? refuse('request.changed-meanwhile') : null;
