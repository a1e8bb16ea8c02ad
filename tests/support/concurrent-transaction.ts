// Keeps another transaction open while a request waits for its locks, so that the test determines the order of two writers.

import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** Runs `statements` and commits them once `waits` sessions of `request` wait for their locks. Returns its result. */
export async function withOpenTransaction<T>(
  { superuser }: TestApp,
  statements: readonly (readonly [string, readonly unknown[]])[],
  request: () => Promise<T>,
  waits = 1,
): Promise<T> {
  const other = await superuser.connect();
  try {
    await other.query('begin');
    for (const [text, values] of statements) await other.query(text, [...values]);
    const answer = request();
    answer.catch(() => undefined);
    await untilWaiting(superuser, waits);
    await other.query('commit');
    return await answer;
  } catch (error) {
    await other.query('rollback');
    throw error;
  } finally {
    other.release();
  }
}

/** Waits until this many sessions wait for a lock. */
export async function untilWaiting(superuser: TestApp['superuser'], count: number): Promise<void> {
  const isReached = async () => {
    const { rowCount } = await superuser.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) >= count;
  };
  await vi.waitUntil(isReached, { timeout: 30_000 });
}

/** Runs `request` completely while another transaction holds the locks of `statements`. */
export async function withLocksHeld<T>(
  { superuser }: TestApp,
  statements: readonly (readonly [string, readonly unknown[]])[],
  request: () => Promise<T>,
): Promise<T> {
  const other = await superuser.connect();
  try {
    await other.query('begin');
    for (const [text, values] of statements) await other.query(text, [...values]);
    return await request();
  } finally {
    await other.query('rollback');
    other.release();
  }
}
