// Limits slow recipients: one whose mail server is slow occupies one of the few mail slots for up to 45 seconds per mail. People and
// domains that were slow recently share at most half of the slots, and each person gets at most one. Domains that took no mail
// quickly in the last day may be slow, too: together with the slow ones they get at most three quarters. Other mails to them are
// postponed. Queues also limit each company (migration 0040). A recipient that is fast again is no longer limited.

import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Slots of slow recipients and unknown domains together. */
  unknownSlots: number;
  slowAfterMs?: number;
  /** How long a mail to an unknown domain waits for a slot: usually the first mail to it is just being sent, quickly. */
  waitMs?: number;
  now?: () => number;
};

type Sending = { address: string; domain: string; since: number };

const slowForMs = 10 * 60_000;
const knownForMs = 24 * 60 * 60_000;
const waitTickMs = 50;

export function limitSlowRecipients(
  port: MailPort,
  { slots, unknownSlots, slowAfterMs = 5_000, waitMs = 1_000, now = Date.now }: Limits,
): MailPort {
  const running = new Set<Sending>();
  const { isSlow, wasSlow, isKnown, remember } = recordDurations(slowAfterMs, now);
  const ensureSlot = (next: Sending) => {
    const slowOnes = [...running].filter(isSlow);
    if (slowOnes.some(({ address }) => address === next.address)) throw new PostponedError();
    const isSlowRecipient = wasSlow(next) || slowOnes.some(({ domain }) => domain === next.domain);
    if (isSlowRecipient && slowOnes.length >= slots) throw new PostponedError();
  };
  const hasSlot = (next: Sending) =>
    isKnown(next) || [...running].filter((one) => isSlow(one) || !isKnown(one)).length < unknownSlots;
  const waitForSlot = async (next: Sending, signal: AbortSignal) => {
    for (let waited = 0; !hasSlot(next); waited += waitTickMs) {
      if (waited >= waitMs) throw new PostponedError();
      await sleep(waitTickMs, undefined, { signal });
    }
  };
  return {
    send: async (message, signal) => {
      const recipient = recipientOf(message);
      const requested = { ...recipient, since: now() };
      if (!hasSlot(requested)) await waitForSlot(requested, signal);
      const sending = { ...recipient, since: now() };
      ensureSlot(sending);
      running.add(sending);
      let wasSent = false;
      try {
        await port.send(message, signal);
        wasSent = true;
      } finally {
        running.delete(sending);
        remember(sending, wasSent);
      }
    },
    close: port.close,
  };
}

/** What is known of recipients and domains from earlier mails. */
function recordDurations(slowAfterMs: number, now: () => number) {
  const slow = expiringNames(slowForMs, now);
  const known = expiringNames(knownForMs, now);
  const isTakingLong = ({ since }: Sending) => now() - since >= slowAfterMs;
  const wasSlow = ({ address, domain }: Sending) => [address, domain].some(slow.has);
  const isSlow = (one: Sending) => isTakingLong(one) || wasSlow(one);
  const isKnown = ({ domain }: Sending) => known.has(domain);
  const remember = (ended: Sending, wasSent: boolean) => {
    if (isTakingLong(ended)) known.delete(ended.domain);
    else if (wasSent) known.add(ended.domain);
    for (const name of [ended.address, ended.domain])
      if (isTakingLong(ended)) slow.add(name);
      else slow.delete(name);
  };
  return { isSlow, wasSlow, isKnown, remember };
}

/** Names that are forgotten after a time. */
function expiringNames(lifetimeMs: number, now: () => number) {
  const until = new Map<string, number>();
  return {
    has: (name: string) => (until.get(name) ?? 0) > now(),
    add: (name: string) => {
      for (const [other, end] of until) if (end <= now()) until.delete(other);
      until.set(name, now() + lifetimeMs);
    },
    delete: (name: string) => until.delete(name),
  };
}

function recipientOf({ to }: Message): { address: string; domain: string } {
  const address = to.toLowerCase();
  return { address, domain: address.slice(address.lastIndexOf('@')) };
}
