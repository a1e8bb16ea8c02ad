// The rows of the audit log: events of both tables, those with a retention and the permanent history of the company, as one list.

import { type SqlBool, sql } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { Day } from '#domain/calendar.ts';
import type { Db } from '../request/context.ts';

export type AuditFilter = {
  kinds?: readonly AuditKind[] | undefined;
  personIds?: readonly string[] | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
};

type Columns = {
  id: string;
  kind: AuditKind;
  at: Date;
  actorId: string | null;
  subjectId: string | null;
  about: string | null;
  fromValue: string | null;
  toValue: string | null;
  reason: string;
};

/** Types and order of the columns are equal, so that PostgreSQL can read both tables in the order of their indexes. */
const eventsOf = (companyId: string) => sql<Columns>`(
  select id, kind, at, actor_id, subject_id, about, from_value, to_value, ''::text as reason
  from audit_events where company_id = ${companyId}
  union all
  select id, kind, at, actor_id, null::uuid, policy, coalesce(from_value, from_day::text), coalesce(to_value, to_day::text), reason
  from company_events where company_id = ${companyId})`;

type Reader = { db: Db; company: { id: string; timeZone: string } };

/** Events (alias `e`) of the filter; days are company days, both inclusive. Somebody's are those that they did and those that happened to them. */
export function auditEvents({ db, company }: Reader, { kinds, personIds, from, to }: AuditFilter) {
  const startOf = (day: Day, days: number) =>
    sql<Date>`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${company.timeZone})`;
  return db
    .selectFrom(eventsOf(company.id).as('e'))
    .$if(kinds !== undefined, (query) => query.where(sql<SqlBool>`e.kind = any(${kinds}::text[])`))
    .$if(personIds !== undefined, (query) =>
      query.where(sql<SqlBool>`(e.actor_id = any(${personIds}::uuid[]) or e.subject_id = any(${personIds}::uuid[]))`),
    )
    .$if(from !== undefined, (query) => query.where('e.at', '>=', startOf(from ?? '', 0)))
    .$if(to !== undefined, (query) => query.where('e.at', '<', startOf(to ?? '', 1)));
}

/** With the names of the actor and of the other member. */
export const namedAuditEvents = (reader: Reader, filter: AuditFilter) =>
  auditEvents(reader, filter)
    .leftJoin('users as actor', 'actor.id', 'e.actorId')
    .leftJoin('users as subject', 'subject.id', 'e.subjectId');
