// How a `send-mail` job lies in the queue: for whom it is, and sealed, what it says. Its link holds a one-time code, and of the
// queue there are copies: backups, replicas, what an operator looks at. Sealed for this template and this address, so that a
// job that is given another address does not open.

import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Mail } from './payload.ts';

const sealedJob = z.looseObject({ template: z.string(), to: z.string(), sealed: z.string() });
type Addressed = Pick<z.output<typeof sealedJob>, 'template' | 'to'>;

export function sealMailJob({ appSecret }: Pick<Config, 'appSecret'>, { params, ...rest }: Mail) {
  return { ...rest, sealed: seal(JSON.stringify(params), bindingOf(appSecret, rest)).toString('base64url') };
}

/**
 * The job as its handler made it. One that an earlier release has left in the queue is not sealed. One of another APP_SECRET
 * is tried again like any failed one: the right secret may come back.
 */
export function unsealMailJob({ appSecret }: Pick<Config, 'appSecret'>, payload: unknown): unknown {
  const reading = sealedJob.safeParse(payload);
  if (!reading.success) return payload;
  const { sealed, ...rest } = reading.data;
  const params = unseal(Buffer.from(sealed, 'base64url'), bindingOf(appSecret, rest));
  if (params === null) throw new Error('the mail job was sealed with another APP_SECRET, or was changed');
  return { ...rest, params: JSON.parse(params) };
}

const bindingOf = (secret: string, { template, to }: Addressed) => ({
  secret,
  purpose: 'daybook mail job',
  context: `${template} ${to}`,
});
