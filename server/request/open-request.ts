// The first statement of every transaction of a request: who makes it, and in which company. It also sets both for row-level
// security. For people who are not members, the company does not exist.

import { sql } from 'kysely';
import { prepared } from '../db/transact.ts';
import type { ApiRequest } from './call.ts';
import { factsToday } from './company-facts.ts';
import type { CompanyFacts, Db, Person, TokenFacts } from './context.ts';
import { ensureFound, refused } from './refused.ts';

export type OpenedRequest = {
  person: Person | null;
  /** The company of the path, if the person is a member of it. */
  company: CompanyFacts | null;
  token: TokenFacts | null;
  /** By the clock of the database, so that several servers agree on what has expired. */
  now: Date;
};

type Row = { opened: Omit<OpenedRequest, 'now' | 'token'> & { token?: TokenFacts }; now: Date };

export async function openRequest(
  db: Db,
  { sessionToken, accessToken = null, onlyFor = null, path }: ApiRequest,
): Promise<OpenedRequest> {
  const companyId = companyIdOf(path);
  const opening =
    accessToken === null
      ? sql`open_request(${sessionToken}, ${companyId})`
      : sql`open_token_request(${accessToken}, ${companyId})`;
  const rows = await prepared(db, sql<Row>`select ${opening} as opened, now() as now`);
  const { opened, now } = ensureFound(rows[0], 'server.failed');
  if (accessToken !== null && !opened.token) throw refused('token.not-usable');
  // Somebody else has signed in meanwhile: the person whom the request is meant for is signed out.
  if (onlyFor !== null && opened.person?.id !== onlyFor) throw refused('session.missing');
  const company = opened.company && factsToday(opened.company, now);
  return { ...opened, company, token: opened.token ?? null, now };
}

/** The company id in the path, if there is one and it is a UUID. */
function companyIdOf({ companyId }: ApiRequest['path']): string | null {
  if (typeof companyId !== 'string') return null;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(companyId) ? companyId : null;
}
