// A server in recovery (a standby, or one being restored to a point in time) must not be touched.
// The start waits until it is writable, however long that takes, and meanwhile only checks its state.
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import { hasCode } from '../start-refusal.ts';

const pauseMs = 1_000;
const attemptsPerWarning = 60;

export async function waitUntilWritable(owner: ClientConfig, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const state = await stateOf(owner);
    if (state === 'writable') return;
    if (attempt % attemptsPerWarning === 0) log.warn({ state }, advice[state]);
    await sleep(pauseMs);
  }
}

const advice = {
  starting: 'the database is starting up or in recovery: waiting for it',
  recovering:
    'the database is in recovery and cannot be written: nothing is changed, and the start waits until it is promoted ' +
    '(select pg_wal_replay_resume() or pg_promote())',
} as const;

/** Uses a short-lived connection, so that it cannot delay the replay. */
async function stateOf(owner: ClientConfig): Promise<'writable' | 'recovering' | 'starting'> {
  const client = new pg.Client({ ...owner, application_name: 'daybook start' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isRecovering: boolean }>('select pg_is_in_recovery() as "isRecovering"');
    return rows[0]?.isRecovering ? 'recovering' : 'writable';
  } catch (error) {
    if (hasCode(error, cannotConnectNow)) return 'starting';
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const cannotConnectNow = '57P03';
