// The task `send-push`: when it runs, it determines whether the notice still applies and what is shown, and hands it over to the push
// service of one device. It shows the subject of the mail and the company, and leads to the page of the mail's button.
// No transaction or lock is held while sending.

import type { Job } from 'graphile-worker';
import { maxPushAttempts } from '#domain/push.ts';
import { quietUntil } from '#domain/quiet-hours.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { cleanName } from '../mail/displayed.ts';
import { Undeliverable } from '../ports/mail/mail.ts';
import { type PushMessage, sendPush } from '../ports/push/push.ts';
import { findPushKeys } from '../push/keys.ts';
import { findQuietHours } from '../push/quiet-hours.ts';
import { findDevice, removeDevice } from '../push/subscriptions.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/short-transactions.ts';
import { setCurrentPerson } from '../request/tenant.ts';
import { type PushPayload, postponePush, pushPayload } from './push-payload.ts';
import { writeNotice } from './send.ts';

export type SendPushParts = {
  config: Pick<Config, 'baseUrl' | 'appSecret' | 'push'>;
  inCompany: InCompany;
  log: Log;
};

type Attempt = { job: Pick<Job, 'id' | 'attempts'>; abortSignal: AbortSignal };

export function sendPushTask({ config, inCompany, log }: SendPushParts) {
  return async (payload: unknown, { job, abortSignal }: Attempt): Promise<void> => {
    const reading = pushPayload.safeParse(payload);
    if (!reading.success) throw new Undeliverable('the notification is malformed');
    const { push: settings } = config;
    const { kind, companyId, userId, subscriptionId: id } = reading.data;
    const push = settings && (await inCompany(companyId, (db, now) => prepare(db, now, config, reading.data)));
    if (!push) {
      log.info({ job: job.id, kind }, 'notification not sent: postponed, or it no longer applies');
      return;
    }
    const outcome = await sendPush(push, settings, abortSignal).catch((error: unknown) => {
      throw job.attempts >= maxPushAttempts ? new Undeliverable(reasonText(error)) : error;
    });
    if (outcome === 'gone')
      await inCompany(companyId, async (db) => {
        await setCurrentPerson(db, userId);
        await removeDevice(db, { id, userId });
      });
    log.info({ job: job.id, kind, outcome }, 'notification handed over');
  };
}

const reasonText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Null if there is nothing to send now. */
async function prepare(
  db: Db,
  now: Date,
  config: SendPushParts['config'],
  payload: PushPayload,
): Promise<PushMessage | null> {
  const { userId, companyId, kind, subscriptionId: id } = payload;
  const secret = config.appSecret;
  const subscription = await findDevice(db, { id, userId, secret });
  const keys = await findPushKeys(db, secret);
  if (!subscription || !keys) return null;
  const notice = await writeNotice(db, now, config, payload);
  if (!notice) return null;
  const hours = await findQuietHours(db, userId);
  const until = hours && quietUntil(now, hours);
  if (until) {
    await postponePush(db, payload, until);
    return null;
  }
  const { content, company } = notice;
  const shown = {
    title: content.subject,
    body: cleanName(company.name),
    url: content.button.url,
    lang: content.locale,
    // A later count of pending work replaces the previous one.
    tag: kind === 'waiting' ? `waiting ${companyId}` : null,
  };
  return { subscription, keys, content: JSON.stringify(shown) };
}
