// The interface for notifications on devices: hands an encrypted one over to the push service of a browser (RFC 8030, 8291, 8292).
// `Undeliverable` means that a retry cannot help; after any other error it is retried. Errors contain neither address nor text.

import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { pushLifetimeSeconds } from '#domain/push.ts';
import type { PushConfig } from '../../config/push.ts';
import { Undeliverable } from '../mail/mail.ts';
import { isCallable } from './public-address.ts';
import { lookupOf } from './public-lookup.ts';

export type PushMessage = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  keys: { publicKey: string; privateKey: string };
  /** What the service worker shows; encrypted for the device. */
  content: string;
};

/** For the whole request. A push service answers in well under a second. */
const timeoutMs = 5_000;

/** `gone`: the browser has ended the subscription. */
export async function sendPush(
  push: PushMessage,
  { contact, internalHosts }: PushConfig,
  signal: AbortSignal,
): Promise<'sent' | 'gone'> {
  const { endpoint, p256dh, auth } = push.subscription;
  const url = new URL(endpoint);
  if (!isCallable(url, { internalHosts })) throw new Undeliverable('the push service is not at a public address');
  const built = await buildPushPayload(
    { data: push.content, options: { ttl: pushLifetimeSeconds, urgency: 'normal' } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject: contact, ...push.keys },
  );
  const status = await post(url, built, {
    lookup: lookupOf(url, { internalHosts }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  return outcomeOfStatus(status);
}

function outcomeOfStatus(status: number): 'sent' | 'gone' {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500;
  const message = `the push service answered ${status}`;
  // Redirects are not followed: their target was not checked.
  throw mayPass ? new Error(message) : new Undeliverable(message);
}

type Built = { headers: Record<string, string>; body: Uint8Array };
type Options = { lookup: LookupFunction; signal: AbortSignal };

/** The status; the body of the answer is not read. No agent, so that no connection outlives the checks of its address. */
const post = (url: URL, { headers, body }: Built, options: Options): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent: false, headers, ...options }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? error.name;
      reject(error instanceof Undeliverable ? error : new Error(`the push service was not reached: ${reason}`));
    });
    sending.end(body);
  });
