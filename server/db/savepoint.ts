// A part of a transaction that may fail without failing the whole transaction.

/** The result of `work`. If it throws, everything that it wrote is rolled back, and the error is thrown again. */
export async function inSavepoint<T>(run: (statement: string) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  await run('savepoint part');
  try {
    const result = await work();
    await run('release savepoint part');
    return result;
  } catch (error) {
    await run('rollback to savepoint part');
    throw error;
  }
}
