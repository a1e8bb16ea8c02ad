// Encrypts the content of `send-mail` jobs in the queue; only template and address stay readable. The link contains a one-time code,
// and backups, replicas and operators see the queue. The encryption is bound to template and address, so that a job that is
// redirected to another address cannot be decrypted.

import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { seal, unseal } from '../secrets/seal.ts';
import type { Mail } from './payload.ts';

const sealedJob = z.looseObject({ template: z.string(), to: z.string(), sealed: z.string() });
type SealedHead = Pick<z.output<typeof sealedJob>, 'template' | 'to'>;

export function sealMailJob({ appSecret }: Pick<Config, 'appSecret'>, { params, ...rest }: Mail) {
  return { ...rest, sealed: seal(JSON.stringify(params), bindingOf(appSecret, rest)).toString('base64url') };
}

/**
 * The job as written by its handler. Jobs of an earlier release are not sealed. A job sealed with another APP_SECRET is retried
 * like any failed one, because the right secret may be restored.
 */
export function unsealMailJob({ appSecret }: Pick<Config, 'appSecret'>, payload: unknown): unknown {
  const parsed = sealedJob.safeParse(payload);
  if (!parsed.success) return payload;
  const { sealed, ...rest } = parsed.data;
  const params = unseal(Buffer.from(sealed, 'base64url'), bindingOf(appSecret, rest));
  if (params === null) throw new Error('the mail job was sealed with another APP_SECRET, or was changed');
  return { ...rest, params: JSON.parse(params) };
}

const bindingOf = (secret: string, { template, to }: SealedHead) => ({
  secret,
  purpose: 'daybook mail job',
  context: `${template} ${to}`,
});
