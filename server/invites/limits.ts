// Limits of the mails to one address. Responses reveal the company's own use of the limits, but not that of others.

import { refuse } from '#domain/reasons.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Limit } from '../request/rate-limit-table.ts';
import { ensureAllowed } from '../request/refused.ts';
import { chargeEach, chargeMailLimit, chargeMailLimits, chargePoints, throttleKey } from '../request/throttle.ts';

/** Mails of one company to one address. */
const repeatedLimit: Limit = { points: 5, minutes: 60 };

const keyOfRepeated = (companyId: string, email: string) =>
  throttleKey('mailbox', 'invite-of-company', companyId, email);

/** Refuses if this company has mailed the address too often. */
export async function chargeRepeatedInvite({ db, company }: CompanyContext, email: string): Promise<void> {
  const seconds = await chargePoints(db, [[keyOfRepeated(company.id, email), repeatedLimit]]);
  if (seconds !== null) ensureAllowed(refuse('request.throttled', { params: { seconds } }));
}

/** The addresses of a list that this company has mailed too often. */
export async function chargeRepeatedInvites(
  { db, company }: CompanyContext,
  emails: readonly string[],
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [keyOfRepeated(company.id, email), email]));
  const spent = await chargeEach(
    db,
    [...byKey.keys()].map((key) => [key, repeatedLimit]),
  );
  return new Set(spent.flatMap(({ key }) => byKey.get(key) ?? []));
}

/** Whether the mailbox may get one more invite mail, from any company. The invite itself is valid either way. */
export const chargeInviteMail = ({ db }: CompanyContext, email: string): Promise<boolean> =>
  chargeMailLimit(db, { email, kind: 'invite' }, 'account');

/** The mailboxes that may get no more invite mails. */
export const chargeInviteMails = ({ db }: CompanyContext, emails: readonly string[]): Promise<Set<string>> =>
  chargeMailLimits(db, emails, 'invite');
