// Idempotency keys: a repeated write returns the first response and does nothing twice. The row is written in the transaction
// of the work, so either both exist or neither. A second request with the same key waits for the row until the first is done.
// A key belongs to the person (idempotency-personal.ts) or, without a session, to the one-time code, address or cookie of
// the request (idempotency-signed-out.ts).

import { createHmac } from 'node:crypto';
import type { Call } from './call.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { personalKey } from './idempotency-personal.ts';
import { signedOutKey } from './idempotency-signed-out.ts';

/** Null if the request has no key, writes nothing, or its caller cannot be distinguished from others. */
export function idempotencyKeyOf(secret: string, call: Call): IdempotencyKey | null {
  const { endpoint, idempotencyKey: key, path, rest, upload } = call;
  if (key === null || endpoint.method === 'GET' || endpoint.isDryRun) return null;
  const request = [endpoint.method, endpoint.path, path, rest, ...(upload ? [upload.sha256] : [])];
  const requestHash = createHmac('sha256', secret).update(JSON.stringify(request)).digest();
  const keyed = { key, secret, call, requestHash };
  if (endpoint.keyScope) return signedOutKey(keyed, endpoint.keyScope);
  return endpoint.can === 'anyone' ? null : personalKey(keyed);
}
