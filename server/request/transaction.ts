// The transaction of a request: on the replica where that is possible, and repeated after a race that another request won.

import { type Isolation, isOutdatedPlan, sequentialTransactions, type Work } from '../db/transact.ts';
import { isDatabaseError, isRowRace } from './constraint.ts';
import type { Pipeline } from './pipeline.ts';
import { RefusalError } from './refused.ts';

export type TransactionOptions = { isolation?: Isolation; canUseReplica?: boolean };

const maxAttempts = 3;

export async function runTransaction<T>(
  pipeline: Pick<Pipeline, 'transact' | 'replica'>,
  { isolation = 'read committed', canUseReplica = false }: TransactionOptions,
  work: Work<T>,
): Promise<T> {
  const replica = canUseReplica ? await pipeline.replica?.find() : null;
  if (replica) {
    try {
      return await sequentialTransactions(replica)(work, isolation);
    } catch (error) {
      // Any error of the replica (replaying changes can cancel its queries) is answered by trying the primary.
      if (error instanceof RefusalError) throw error;
      pipeline.replica?.failed(error);
    }
  }
  for (let count = 1; ; count++) {
    try {
      return await pipeline.transact(work, isolation);
    } catch (error) {
      const isRetryable = isDatabaseError(error, '40001', '40P01') || isRowRace(error) || isOutdatedPlan(error);
      if (!isRetryable || count >= maxAttempts) throw error;
    }
  }
}
