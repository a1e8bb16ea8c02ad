// A part of a transaction that may fail without failing the whole transaction, or that is executed only to be undone.

type Run = (statement: string) => Promise<unknown>;

/** The result of `work`. If it throws, everything that it wrote is rolled back, and the error is thrown again. */
export const inSavepoint = <T>(run: Run, work: () => Promise<T>): Promise<T> => workInSavepoint(run, work, 'release');

/** The result of `work`; everything that it wrote is rolled back, after the same statements as in `inSavepoint`. */
export const undoneInSavepoint = <T>(run: Run, work: () => Promise<T>): Promise<T> =>
  workInSavepoint(run, work, 'rollback to');

async function workInSavepoint<T>(run: Run, work: () => Promise<T>, end: 'release' | 'rollback to'): Promise<T> {
  await run('savepoint part');
  try {
    const result = await work();
    await run(`${end} savepoint part`);
    return result;
  } catch (error) {
    await run('rollback to savepoint part');
    throw error;
  }
}
