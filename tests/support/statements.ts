// Records the statements that this process sends to PostgreSQL during an action. Nothing else may run in the process meanwhile.

import pg from 'pg';
import { vi } from 'vitest';

/** Statements of the watchdog, which runs at its own intervals. */
const heartbeat = 'select 1';

export type Watched<T> = { result: T; statements: string[] };

export async function watchStatements<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const result = await work();
    const texts = spy.mock.calls.map(([query]: unknown[]) => textOf(query));
    return { result, statements: texts.filter((text) => text !== heartbeat) };
  } finally {
    spy.mockRestore();
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);
