// Builds the context of a handler, and collects what the handler asks for besides its answer: cookies and live messages.

import { sql } from 'kysely';
import type { Noun } from '#domain/nouns.ts';
import type { Scope } from '#domain/permissions.ts';
import { publishChange } from '../db/publish.ts';
import type { BeforeCommit } from '../db/transact.ts';
import { sealMailJob } from '../mail/sealed.ts';
import type { ApiRequest, Cookies } from './call.ts';
import type { AuthorisedContext, Db, Membership, QueuedJob } from './context.ts';
import type { OpenedRequest } from './open-request.ts';
import type { Pipeline } from './pipeline.ts';

type Opened = { db: Db; opened: OpenedRequest; scope: Scope };

export function createContext(pipeline: Pipeline, request: ApiRequest, { db, opened, scope }: Opened) {
  const cookies: Cookies = { session: undefined };
  const changes = collectChanges(db);
  const ctx: AuthorisedContext = {
    db,
    locale: request.locale,
    config: pipeline.config,
    hashing: pipeline.hashing,
    billing: pipeline.billing,
    receipts: pipeline.receipts,
    archives: pipeline.archives ?? null,
    upload: request.upload ?? null,
    client: request.client,
    sessionToken: request.sessionToken,
    browserToken: request.browserToken,
    guesses: request.guesses ?? 'checked',
    ...opened,
    scope,
    setSession: (session) => {
      cookies.session = session;
    },
    setBrowser: (token) => {
      cookies.browser = token;
    },
    enqueue: (...[task, payload]: QueuedJob) =>
      enqueue(db, task, task === 'send-mail' ? sealMailJob(pipeline.config, payload) : payload),
    publishChange: changes.ofCompany,
    publishChangeFor: changes.ofMember,
  };
  return { ctx, cookies, publishChanges: changes.publish };
}

/** One live message for each company, and one for each member, sent before the commit. */
function collectChanges(db: Db) {
  const ofCompanies = new Map<string, Set<Noun>>();
  const ofMembers: (Membership & { nouns: readonly Noun[] })[] = [];
  return {
    ofCompany: (companyId: string, ...nouns: readonly Noun[]) => {
      const known = ofCompanies.get(companyId) ?? new Set();
      for (const noun of nouns) known.add(noun);
      ofCompanies.set(companyId, known);
    },
    ofMember: (member: Membership, ...nouns: readonly Noun[]) => {
      ofMembers.push({ ...member, nouns });
    },
    publish: (beforeCommit: BeforeCommit) => {
      for (const [companyId, nouns] of ofCompanies) beforeCommit(publishChange(db, companyId, nouns));
      for (const { companyId, userId, nouns } of ofMembers) beforeCommit(publishChange(db, companyId, nouns, userId));
    },
  };
}

async function enqueue(db: Db, task: string, payload: unknown): Promise<void> {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json)`.execute(db);
}
