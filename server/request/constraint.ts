// Which constraint of the schema a write ran into. Handlers turn those they expect into a reason. The rest are races: a row
// that was there when it was looked up has gone, or come, by the time of the write. The pipeline then judges the request
// again (pipeline.ts), and whoever loses every time is answered with a conflict.

import { NoResultError } from 'kysely';
import { type Refusal, refuse } from '#domain/reasons.ts';

/** Foreign key, unique and exclusion; a value that breaks a check is a fault of ours and no race. */
const racedStates = ['23503', '23505', '23P01'];

/** Name of the constraint or unique index that refused the statement; null when the error is of another kind. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;

const isConstraintRace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && racedStates.some((state) => state === error.code);

/** Also a row that a statement relied on and that has gone. */
export const isRowRace = (error: unknown): boolean => isConstraintRace(error) || error instanceof NoResultError;

export const constraintRefusal = (error: unknown): Refusal | null =>
  isConstraintRace(error) ? refuse('request.changed-meanwhile') : null;
