// A recipient whose mail server is slow keeps one of the few places for mail for up to 45 seconds, with every mail anew. Whoever was slow
// lately, a person or a domain, gets at most half of the places, all slow ones together, and a person one of them; what finds none is
// postponed. Queues limit each company besides (migration 0040). Whoever is quick again is no longer limited.

import type { MailPort, Message } from '../ports/mail/mail.ts';

/** Not sent, and not tried either: it is not counted as an attempt. */
export class Postponed extends Error {
  constructor() {
    super('the mail waits for another one to a slow recipient');
    this.name = 'Postponed';
  }
}

export const postponedSeconds = 30;

type Limits = {
  /** Of all slow recipients together. */
  places: number;
  slowAfterMs?: number;
  now?: () => number;
};

type Sending = { address: string; domain: string; since: number };

const rememberedMs = 10 * 60_000;

export function limitSlowRecipients(port: MailPort, { places, slowAfterMs = 5_000, now = Date.now }: Limits): MailPort {
  const under = new Set<Sending>();
  const slowUntil = new Map<string, number>();
  const isTakingLong = ({ since }: Sending) => now() - since >= slowAfterMs;
  const wasSlow = ({ address, domain }: Sending) =>
    [address, domain].some((name) => (slowUntil.get(name) ?? 0) > now());
  const isSlow = (one: Sending) => isTakingLong(one) || wasSlow(one);
  const ensurePlace = (wanted: Sending) => {
    const slow = [...under].filter(isSlow);
    if (slow.some(({ address }) => address === wanted.address)) throw new Postponed();
    const isOfSlow = wasSlow(wanted) || slow.some(({ domain }) => domain === wanted.domain);
    if (isOfSlow && slow.length >= places) throw new Postponed();
  };
  const remember = (ended: Sending) => {
    for (const [name, until] of slowUntil) if (until <= now()) slowUntil.delete(name);
    for (const name of [ended.address, ended.domain])
      if (isTakingLong(ended)) slowUntil.set(name, now() + rememberedMs);
      else slowUntil.delete(name);
  };
  return {
    send: async (message, signal) => {
      const sending = { ...recipientOf(message), since: now() };
      ensurePlace(sending);
      under.add(sending);
      try {
        await port.send(message, signal);
      } finally {
        under.delete(sending);
        remember(sending);
      }
    },
    close: port.close,
  };
}

function recipientOf({ to }: Message): { address: string; domain: string } {
  const address = to.toLowerCase();
  return { address, domain: address.slice(address.lastIndexOf('@')) };
}
