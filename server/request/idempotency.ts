// A repeated writing request answers as the first did and does nothing twice. The row lives in the transaction of the work:
// either both are there or neither. A second request with the same key waits on the row until the first is done.
// Whose a key is: the person's (idempotency/of-person.ts), or where no session can say it, that of the one-time code,
// address or cookie that the request acts on (idempotency/signed-out.ts).

import { createHmac } from 'node:crypto';
import type { Db, Person } from './context.ts';
import { keyOfPerson } from './idempotency-of-person.ts';
import { keyOfSignedOut } from './idempotency-signed-out.ts';
import type { Answer, Call } from './pipeline.ts';

type Kept = Pick<Answer, 'status' | 'body' | 'session' | 'browser'>;

export type IdempotencyKey = {
  /** Whether nobody used the key before. */
  claim(db: Db): Promise<boolean>;
  /** The answer given when the key was claimed. Refuses a key that was used for another request. */
  findReplay(db: Db, person: Person | null): Promise<Kept>;
  keepAnswer(db: Db, person: Person | null, answer: Kept): Promise<void>;
  release(db: Db, person: Person | null): Promise<void>;
  /** Its repetition may come without the session of the first, and proves itself. */
  isSignedOut: boolean;
};

export type KeyedRequest = {
  key: string;
  secret: string;
  call: Call;
  /** Of the whole request. With a secret from outside of the database: it may hold a password, and a plain hash could be guessed. */
  requestHash: Buffer;
};

/** Null where the request carries no key, writes nothing, or is by nobody who could be told from others. */
export function idempotencyKeyOf(secret: string, call: Call): IdempotencyKey | null {
  const { endpoint, idempotencyKey: key, path, rest, arrived } = call;
  if (key === null || endpoint.method === 'GET' || endpoint.isDryRun) return null;
  const request = [endpoint.method, endpoint.path, path, rest, ...(arrived ? [arrived.sha256] : [])];
  const requestHash = createHmac('sha256', secret).update(JSON.stringify(request)).digest();
  const keyed = { key, secret, call, requestHash };
  if (endpoint.keyScope) return keyOfSignedOut(keyed, endpoint.keyScope);
  return endpoint.can === 'anyone' ? null : keyOfPerson(keyed);
}
