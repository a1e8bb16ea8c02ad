// Writes the audit log, always in the transaction of the act, so that there is no event without its act and no act without its event.
// An event contains no address and no token; its texts are values of settings and names of clients, tags, files and companies.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type TemporaryAuditKind, tokenAccessOf } from '#domain/audit.ts';
import { newId } from '../db/ids.ts';
import { inOrder } from '../db/transact.ts';
import type { AnyContext, Db } from './context.ts';
import { setCurrentCompany, setCurrentPerson } from './tenant.ts';

export type AuditEntry = {
  kind: TemporaryAuditKind;
  /** A member, or null for what nobody in the company did. */
  actorId: string | null;
  /** The member that it happened to. */
  subjectId?: string;
  /** What it is about: a setting, a table, a file; by kind in domain/audit.ts. */
  about?: string;
  from?: string | number | undefined;
  to?: string | number | undefined;
  /** Recorded once only, however often the job that did it is repeated. */
  onceFor?: string;
};

type Writing = { db: Db; now: Date };

/** In the company of the transaction. */
export async function recordAudit({ db, now: at }: Writing, companyId: string, entries: readonly AuditEntry[]) {
  if (entries.length === 0) return;
  const rows = entries.map(({ kind, actorId, subjectId, about, from, to, onceFor }) => ({
    companyId,
    id: onceFor === undefined ? newId() : idOf(onceFor),
    kind,
    at,
    actorId,
    subjectId: subjectId === actorId ? null : (subjectId ?? null),
    about: about ?? null,
    fromValue: storedText(from),
    toValue: storedText(to),
  }));
  await db
    .insertInto('auditEvents')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const storedText = (value: string | number | undefined): string | null => (value === undefined ? null : String(value));

/** The same UUID (version 8, RFC 9562) for the same text. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Personal = Omit<AuditEntry, 'actorId' | 'subjectId'> & {
  /** The only company that it concerns; null for all. */
  companyId?: string | null;
};

/**
 * What a person does outside of any company, in the log of each company of which they are an active member. Company and person
 * of the transaction are as before afterwards.
 */
export async function recordInOwnCompanies(
  { db, now }: Pick<AnyContext, 'db' | 'now'>,
  userId: string,
  entries: readonly Personal[],
): Promise<void> {
  if (entries.length === 0) return;
  const [before, , memberships] = await inOrder([
    sql<TransactionSettings>`select current_setting('app.company_id', true) as company, current_setting('app.user_id', true) as person`.execute(
      db,
    ),
    setCurrentPerson(db, userId),
    db
      .selectFrom('members')
      .select('companyId')
      .where('userId', '=', userId)
      .where('deactivatedAt', 'is', null)
      .orderBy('companyId')
      .execute(),
  ]);
  await inOrder([
    ...memberships.flatMap(({ companyId }) => {
      const own = entries.filter(({ companyId: only }) => only == null || only === companyId);
      const rows = own.map(({ companyId: _, ...entry }) => ({ ...entry, actorId: userId }));
      return [setCurrentCompany(db, companyId), recordAudit({ db, now }, companyId, rows)];
    }),
    restore(db, before.rows[0]),
  ]);
}

type TransactionSettings = { company: string | null; person: string | null };

async function restore(
  db: Db,
  { company, person }: TransactionSettings = { company: null, person: null },
): Promise<void> {
  await sql`select set_local('app.company_id', ${company ?? ''}), set_local('app.user_id', ${person ?? ''})`.execute(
    db,
  );
}

type RevokedToken = { limitedTo: string | null; isReadOnly: boolean };

export const revokedTokens = (tokens: readonly RevokedToken[]): Personal[] =>
  tokens.map(({ limitedTo, isReadOnly }) => ({
    kind: 'token-revoked',
    companyId: limitedTo,
    from: tokenAccessOf({ isReadOnly }),
  }));
