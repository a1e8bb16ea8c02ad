// The code in unsubscribe links: one kind of mail and one person, signed with a key of its own. It only allows declining that
// kind, so it needs no sign-in, never expires and works repeatedly. It contains no email address, so that an old mail reveals
// nothing about a changed account.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type NoticeKind, noticeKinds } from '#domain/notice-kinds.ts';
import type { Config } from '../config/config.ts';

export type MailSubscription = { kind: NoticeKind; userId: string };

export const unsubscribeUrl = (
  { baseUrl, appSecret }: Pick<Config, 'baseUrl' | 'appSecret'>,
  subscription: MailSubscription,
) =>
  `${baseUrl}/link-actions?${new URLSearchParams({ mode: 'unsubscribe', code: unsubscribeCode(appSecret, subscription) })}`;

export const unsubscribeCode = (secret: string, { kind, userId }: MailSubscription): string =>
  `${kind}.${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}.${signatureOf(secret, { kind, userId }).toString('base64url')}`;

/** Null if the signature is invalid. */
export function readUnsubscribeCode(secret: string, code: string): MailSubscription | null {
  const [named = '', person = '', signature = '', ...rest] = code.split('.');
  const kind = noticeKinds.find((known) => known === named);
  const hex = Buffer.from(person, 'base64url').toString('hex');
  if (!kind || hex.length !== 32 || rest.length > 0) return null;
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(secret, { kind, userId })];
  return given.length === right.length && timingSafeEqual(given, right) ? { kind, userId } : null;
}

/** 128 bits: cannot be guessed, and the URL still fits on two lines. */
const signatureBytes = 16;

const signatureOf = (secret: string, { kind, userId }: MailSubscription): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe', 32)))
    .update(`${kind} ${userId.toLowerCase()}`)
    .digest()
    .subarray(0, signatureBytes);
