// R17: the clock of the server is wrong by more than a day, that of the database is right. What is valid, and for how long, is
// decided by the clock of the database.

import { globSync } from 'node:fs';
import type pg from 'pg';
import { newId } from '#server/db/ids.ts';
import { newToken, tokenHash } from '#server/secrets/cookie-tokens.ts';
import { registerOn, type ServerProcess } from '#tests/support/server-process.ts';
import { type Fault, missedOf } from './fault.ts';
import { withSeparateDatabase } from './support/installation.ts';
import { openTask } from './support/load.ts';
import { ask, type SignedIn, signInMembers } from './support/people.ts';

const skews = ['+25h', '-25h', '-10m'];

export const clockSkew: Fault = {
  id: 'R17',
  danger: 'the clock of the server is wrong by 25 hours in either direction, and by ten minutes',
  target:
    'what is valid stays valid, what has expired stays expired, mailed links work, times are stored by the database’s clock',
  needs: ['faketime'],
  trials: 1,
  run: async () => {
    const found: Record<string, string> = {};
    for (const skew of skews) found[skew] = (await problemsWith(skew)).join(', ');
    return {
      acknowledged: null,
      lost: null,
      duplicates: null,
      gapMs: null,
      figures: found,
      missed: Object.entries(found).flatMap(([skew, problems]) => (problems === '' ? [] : [`${skew}: ${problems}`])),
    };
  },
};

/** Of the package faketime, whose program would be a process between this one and the server. */
const library = (): string => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? '';

const problemsWith = (skew: string): Promise<string[]> =>
  withSeparateDatabase({}, async ({ connect, serve }) => {
    const superuser = await connect();
    const server = await serve({ LD_PRELOAD: library(), FAKETIME: skew });
    const [worker] = await signInMembers(superuser, 'worker', 1);
    if (worker === undefined) throw new Error('There is no worker.');
    const status = async (person: SignedIn) => {
      const { body } = await ask({ address: server.address, person }, 'GET', '/session');
      return /"user":null/.test(body) ? 'signed out' : 'signed in';
    };
    const dead = await withSession(superuser, worker, `now() - interval '1 minute'`);
    const ending = await withSession(superuser, worker, `now() + interval '5 minutes'`);
    return missedOf({
      'the clock is wrong': await isWrong(server),
      'a session of a day is valid': (await status(worker)) === 'signed in',
      'a session that ends in five minutes is valid': (await status(ending)) === 'signed in',
      'an expired session is not': (await status(dead)) === 'signed out',
      'registering by a mailed link works': await canRegister(server),
      'a worklog of the last minute is accepted, one of the future is not': await judgesNow(server, superuser, worker),
      'a timer starts now': await startsTimersNow(server, superuser, worker),
    });
  });

async function isWrong({ address }: ServerProcess): Promise<boolean> {
  const { headers } = await fetch(`${address}/health`);
  return Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) > 300_000;
}

async function withSession(superuser: pg.Client, person: SignedIn, expiresAt: string): Promise<SignedIn> {
  const token = newToken();
  await superuser.query(`insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, ${expiresAt})`, [
    newId(),
    person.id,
    tokenHash(token),
  ]);
  return { ...person, cookie: `daybook_session=${token}` };
}

async function canRegister(server: ServerProcess): Promise<boolean> {
  const client = await registerOn(server);
  const { status } = await client.send('POST', '/companies', { name: 'Late', timeZone: 'UTC', currency: 'EUR' });
  return status === 200;
}

/** A time that ended a minute ago is not in the future, and one that ends tomorrow is. */
async function judgesNow({ address }: ServerProcess, superuser: pg.Client, person: SignedIn): Promise<boolean> {
  const taskId = await openTask(superuser, person);
  const { rows } = await superuser.query<{ start: string; end: string; tomorrow: string }>(
    `select to_char(now() at time zone 'UTC' - interval '2 minutes', 'YYYY-MM-DD"T"HH24:MI') as start,
       to_char(now() at time zone 'UTC' - interval '1 minute', 'YYYY-MM-DD"T"HH24:MI') as end,
       to_char(now() at time zone 'UTC' + interval '49 hours', 'YYYY-MM-DD"T"HH24:MI') as tomorrow`,
  );
  const { start, end, tomorrow } = rows[0] ?? {};
  const path = `/companies/${person.companyId}/worklogs`;
  const past = await ask({ address, person }, 'POST', path, { taskId, zone: 'UTC', start, end });
  const future = await ask({ address, person }, 'POST', path, { taskId, zone: 'UTC', start: end, end: tomorrow });
  return past.status === 200 && future.status === 422;
}

async function startsTimersNow({ address }: ServerProcess, superuser: pg.Client, person: SignedIn): Promise<boolean> {
  const { status, body } = await ask({ address, person }, 'POST', `/companies/${person.companyId}/timer`, {});
  const { rows } = await superuser.query<{ seconds: number }>(
    'select extract(epoch from now() - $1::timestamptz)::int as seconds',
    [/"startedAt":"([^"]+)"/.exec(body)?.[1]],
  );
  const seconds = rows[0]?.seconds ?? -1;
  return status === 200 && seconds >= 0 && seconds < 60;
}
