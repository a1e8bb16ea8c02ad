// Two-phase requests: for handlers that call an external provider, because no transaction may stay open during a network call.
// The first transaction commits, `run` calls the provider, and the function that `run` returns answers in a second
// transaction, authorised again. If the process is killed in between, only the first part is done: something must find and
// finish it.

import type { InCompany } from './short-transactions.ts';

const brand: unique symbol = Symbol('two-phase');

export type TwoPhase<Ctx, Out> = { readonly [brand]: true; run(inCompany: InCompany): Promise<SecondPhase<Ctx, Out>> };

/** A method, so that the pipeline accepts narrower contexts; the second transaction authorises like the first. */
type SecondPhase<Ctx, Out> = { respond(ctx: Ctx): Promise<Out> };

export const afterCommit = <Ctx, Out>(
  run: (inCompany: InCompany) => Promise<(ctx: Ctx) => Promise<Out>>,
): TwoPhase<Ctx, Out> => ({ [brand]: true, run: async (inCompany) => ({ respond: await run(inCompany) }) });

/** The second transaction failed, so it is not known to the caller what the first one and the provider have done. */
export class UnconfirmedError extends Error {
  constructor(cause: unknown) {
    super('The second transaction of a request failed.', { cause });
    this.name = 'UnconfirmedError';
  }
}

export const isTwoPhase = <Ctx>(result: unknown): result is TwoPhase<Ctx, unknown> =>
  typeof result === 'object' && result !== null && brand in result;
