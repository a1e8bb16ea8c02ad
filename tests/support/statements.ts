// Which statements this process gives to PostgreSQL while something is done. Only while nothing else goes on in it.

import pg from 'pg';
import { vi } from 'vitest';

/** Of the watchdog, in its own rhythm. */
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
