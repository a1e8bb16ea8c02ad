// Ends a response that is still being sent when the caller's right to it ends: signed out, revoked, deactivated, smaller role.
// Checks again at intervals, because not every change of rights is announced and a slow client must not get the rest.

import type { FastifyReply } from 'fastify';
import { RefusalError } from './refused.ts';

/** With the time of the check itself, a change is noticed within five seconds. */
const checkIntervalMs = 2_000;

/** If the check fails, because the database is unavailable, the next one decides. */
export function closeWhenRevoked({ raw }: FastifyReply, isStillAllowed: () => Promise<boolean>): void {
  const check = async () => {
    const isAllowed = await isStillAllowed().catch((error: unknown) => !(error instanceof RefusalError));
    if (!isAllowed) raw.destroy();
    else if (!raw.destroyed && !raw.writableFinished) timer = setTimeout(check, checkIntervalMs).unref();
  };
  let timer = setTimeout(check, checkIntervalMs).unref();
  for (const event of ['finish', 'close']) raw.once(event, () => clearTimeout(timer));
}
