// Idempotency keys: a repeated write returns the first response and does nothing twice. The row is written in the transaction
// of the work, so either both exist or neither. A second request with the same key waits for the row until the first is done.
// A key belongs to the person (idempotency-personal.ts) or, without a session, to the one-time code, address or cookie of
// the request (idempotency-signed-out.ts).

import type { Call, RequestResult } from './call.ts';
import type { Db, Person } from './context.ts';

export type StoredResponse = Omit<RequestResult, 'isReplay'>;

export type IdempotencyKey = {
  /** Whether the key is new. */
  claim(db: Db): Promise<boolean>;
  /** The response of the first request. Refuses a key that was used for another request. */
  findReplay(db: Db, person: Person | null): Promise<StoredResponse>;
  storeResponse(db: Db, person: Person | null, response: StoredResponse): Promise<void>;
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
