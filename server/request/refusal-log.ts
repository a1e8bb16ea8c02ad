// Logs refusals that indicate an attack, for operators and fail2ban: reason and client address. No password, code or token;
// of an email address only a keyed hash, equal for equal addresses.

import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/members.ts';
import type { ReasonCode, Refusal } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';

const loggedReasons: ReadonlySet<ReasonCode> = new Set([
  'request.throttled',
  'request.cross-site',
  'request.unknown-host',
  'session.wrong-credentials',
  'password.wrong',
  'factor.wrong-code',
  'factor.code-used',
  'factor.wrong-recovery-code',
  'passkey.unknown',
  'passkey.not-verified',
  'link.not-usable',
  'link.wrong-account',
  'token.not-usable',
]);

export function logRefusals(
  request: FastifyRequest,
  refusals: readonly Refusal[],
  config: Pick<Config, 'appSecret'>,
): void {
  const [first] = refusals;
  if (!first || !loggedReasons.has(first.code)) return;
  const { ip: address, routeOptions, id: requestId } = request;
  request.log.warn(
    { reason: first.code, address, route: routeOptions.url, requestId, ...accountOf(request.body, config) },
    'a request was refused',
  );
}

function accountOf(body: unknown, { appSecret }: Pick<Config, 'appSecret'>) {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string') return {};
  const hash = createHmac('sha256', appSecret).update(`log of refusals ${normalizeEmail(body.email)}`);
  return { account: hash.digest('hex').slice(0, 16) };
}
