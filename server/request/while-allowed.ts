// What is still being sent ends when the right to it ends, however it ended: signed out, revoked, deactivated, a smaller role. Asked
// again and again, because not every end of a right is announced, and whoever is slow to take it must not get the rest.

import type { FastifyReply } from 'fastify';
import { Refused } from './refused.ts';

/** With the time that asking takes, an end is noticed within five seconds. */
const askEveryMs = 2_000;

/** What cannot be judged now, as the database is away, is judged the next time. */
export function endWithRights({ raw }: FastifyReply, isStillAllowed: () => Promise<boolean>): void {
  const ask = async () => {
    const isAllowed = await isStillAllowed().catch((error: unknown) => !(error instanceof Refused));
    if (!isAllowed) raw.destroy();
    else if (!raw.destroyed && !raw.writableFinished) timer = setTimeout(ask, askEveryMs).unref();
  };
  let timer = setTimeout(ask, askEveryMs).unref();
  for (const over of ['finish', 'close']) raw.once(over, () => clearTimeout(timer));
}
