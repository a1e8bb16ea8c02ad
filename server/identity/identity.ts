// better-auth as a library: it writes the rows of users, accounts and sessions. Its own HTTP handler is never mounted, so every
// reachable path is in the endpoint table. It is bound to the transaction of a request (0.2 ms), so that its writes are rolled
// back with everything else. Sessions are looked up with our own SQL.

import { betterAuth } from 'better-auth';
import { sessionLifetimeDays } from '#domain/sessions.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Db } from '../request/context.ts';
import { newId } from '../request/ids.ts';
import { createHashing, type HashCost, type Hashing } from './hashing.ts';

export type Identity = {
  hashing: Hashing;
  /** better-auth's reads and writes, inside this transaction. */
  records(db: Db): Promise<Records>;
};

export type Records = Awaited<ReturnType<typeof bind>['$context']>['internalAdapter'];

type IdentityParts = { config: Config; log: Log; hashCost?: HashCost | undefined };

export function createIdentity({ config, log, hashCost }: IdentityParts): Identity {
  const hashing = createHashing(hashCost);
  const bound = new WeakMap<Db, ReturnType<typeof bind>>();
  return {
    hashing,
    records: async (db) => {
      const auth = bound.get(db) ?? bind({ config, log, hashing, db });
      bound.set(db, auth);
      return (await auth.$context).internalAdapter;
    },
  };
}

type Parts = { config: Config; log: Log; hashing: Hashing; db: Db };

const bind = ({ config, log, hashing, db }: Parts) =>
  betterAuth({
    appName: 'Daybook',
    baseURL: config.baseUrl,
    secret: config.appSecret,
    // better-auth uses camelCase names; the plugin of our connection converts them to snake_case.
    database: { db, type: 'postgres' },
    user: { modelName: 'users' },
    session: { modelName: 'sessions', expiresIn: sessionLifetimeDays * 24 * 60 * 60 },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      password: { hash: hashing.hash, verify: ({ hash, password }) => hashing.verify(password, hash) },
    },
    advanced: { database: { generateId: newId } },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => log[level]({ from: 'better-auth' }, message),
    },
  });
