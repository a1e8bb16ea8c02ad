// How a handler refuses: it throws RefusalError with reasons of the domain; the pipeline rolls back and answers with them.
// The only expected exception; anything else that is thrown is a bug.

import { type ReasonCode, type Refusal, refuse } from '#domain/reasons.ts';

export class RefusalError extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(refusals.map((refusal) => refusal.code).join(', '));
    this.name = 'RefusalError';
    this.refusals = refusals;
  }
}

/** Throws if there is a refusal. */
export function ensureAllowed(refusals: Refusal | null | readonly Refusal[]): void {
  const found = refusals === null ? [] : 'code' in refusals ? [refusals] : refusals;
  if (found.length > 0) throw new RefusalError(found);
}

export const refused = (code: ReasonCode, rest: Omit<Refusal, 'code'> = {}): RefusalError =>
  new RefusalError([refuse(code, rest)]);

/** Returns the row, or refuses with `code` if there is none. */
export function ensureFound<T>(row: T | undefined | null, code: ReasonCode): T {
  if (row === undefined || row === null) throw refused(code);
  return row;
}
