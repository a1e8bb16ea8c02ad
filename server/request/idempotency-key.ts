// The interface of idempotency keys, for those of signed-in people and those without a session.

import type { Call, RequestResult } from './call.ts';
import type { Db, Person } from './context.ts';

export type StoredAnswer = Omit<RequestResult, 'isReplay'>;

export type IdempotencyKey = {
  /** Whether the key is new. */
  claim(db: Db): Promise<boolean>;
  /** The response of the first request. Refuses a key that was used for another request. */
  findReplay(db: Db, person: Person | null): Promise<StoredAnswer>;
  storeAnswer(db: Db, person: Person | null, answer: StoredAnswer): Promise<void>;
  release(db: Db, person: Person | null): Promise<void>;
  /** A replay may come without the session of the first request. */
  isSignedOut: boolean;
};

export type KeyedRequest = {
  key: string;
  secret: string;
  call: Call;
  /** HMAC of the whole request. Keyed, because it may contain a password and a plain hash could be brute-forced. */
  requestHash: Buffer;
};
