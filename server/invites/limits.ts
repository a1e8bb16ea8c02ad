// Limits of the mails to one address. Responses reveal the company's own use of the limits, but not that of others.

import { refuse } from '#domain/reasons.ts';
import type { CompanyContext } from '../request/context.ts';
import {
  chargeEach,
  chargeMailLimit,
  chargeMailLimits,
  chargePoints,
  pointsOf,
  rateLimitKey,
} from '../request/rate-limit-counters.ts';
import type { Limit } from '../request/rate-limit-table.ts';
import { ensureAllowed } from '../request/refused.ts';

/** Mails of one company to one address. */
const repeatedLimit: Limit = { points: 5, minutes: 60 };

const keyOfRepeated = (companyId: string, email: string) =>
  rateLimitKey('mailbox', 'invite-of-company', companyId, email);

/** Refuses if this company has mailed the address too often. */
export async function chargeRepeatedInvite({ db, company }: CompanyContext, email: string): Promise<void> {
  const seconds = await chargePoints(db, [[keyOfRepeated(company.id, email), repeatedLimit]]);
  if (seconds !== null) ensureAllowed(refuse('request.throttled', { params: { seconds } }));
}

/** Those of the addresses that this company has mailed too often to mail them once more. The caller has locked the company. */
export async function findRepeatedInvites(
  { db, company }: CompanyContext,
  emails: readonly string[],
): Promise<Set<string>> {
  const points = await pointsOf(
    db,
    emails.map((email) => keyOfRepeated(company.id, email)),
  );
  const isSpent = (email: string) => (points.get(keyOfRepeated(company.id, email)) ?? 0) >= repeatedLimit.points;
  return new Set(emails.filter(isSpent));
}

/** Counts a mail to each of the addresses. */
export async function chargeRepeatedInvites({ db, company }: CompanyContext, emails: readonly string[]): Promise<void> {
  await chargeEach(
    db,
    emails.map((email) => [keyOfRepeated(company.id, email), repeatedLimit]),
  );
}

/** Whether the mailbox may get one more invite mail, from any company. The invite itself is valid either way. */
export const chargeInviteMail = ({ db }: CompanyContext, email: string): Promise<boolean> =>
  chargeMailLimit(db, { email, kind: 'invite' }, 'account');

/** The mailboxes that may get no more invite mails. */
export const chargeInviteMails = ({ db }: CompanyContext, emails: readonly string[]): Promise<Set<string>> =>
  chargeMailLimits(db, emails, 'invite');
