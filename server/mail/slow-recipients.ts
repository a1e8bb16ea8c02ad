// Limits slow recipients: one whose mail server is slow occupies one of the few mail slots for up to 45 seconds per mail. People and
// domains that were slow recently share at most half of the slots, and each person gets at most one; other mails to them are
// postponed. Queues also limit each company (migration 0040). A recipient that is fast again is no longer limited.

import type { MailPort, Message } from '../ports/mail/mail.ts';

/** The mail was not attempted, so it is not counted as an attempt. */
export class PostponedError extends Error {
  constructor() {
    super('the mail is postponed: its recipient is slow');
    this.name = 'Postponed';
  }
}

export const postponeSeconds = 30;

type Limits = {
  /** Slots of all slow recipients together. */
  slots: number;
  slowAfterMs?: number;
  now?: () => number;
};

type Sending = { address: string; domain: string; since: number };

const slowForMs = 10 * 60_000;

export function limitSlowRecipients(port: MailPort, { slots, slowAfterMs = 5_000, now = Date.now }: Limits): MailPort {
  const running = new Set<Sending>();
  const slowUntil = new Map<string, number>();
  const isTakingLong = ({ since }: Sending) => now() - since >= slowAfterMs;
  const wasSlow = ({ address, domain }: Sending) =>
    [address, domain].some((name) => (slowUntil.get(name) ?? 0) > now());
  const isSlow = (one: Sending) => isTakingLong(one) || wasSlow(one);
  const ensureSlot = (next: Sending) => {
    const slow = [...running].filter(isSlow);
    if (slow.some(({ address }) => address === next.address)) throw new PostponedError();
    const isSlowRecipient = wasSlow(next) || slow.some(({ domain }) => domain === next.domain);
    if (isSlowRecipient && slow.length >= slots) throw new PostponedError();
  };
  const remember = (ended: Sending) => {
    for (const [name, until] of slowUntil) if (until <= now()) slowUntil.delete(name);
    for (const name of [ended.address, ended.domain])
      if (isTakingLong(ended)) slowUntil.set(name, now() + slowForMs);
      else slowUntil.delete(name);
  };
  return {
    send: async (message, signal) => {
      const sending = { ...recipientOf(message), since: now() };
      ensureSlot(sending);
      running.add(sending);
      try {
        await port.send(message, signal);
      } finally {
        running.delete(sending);
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
