// Which members are active company admins, as SQL: there is always at least one (domain/members.ts).

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { adminRole } from '#domain/members.ts';

/** A literal, not a parameter: otherwise the plan of a prepared statement could not use the partial index. */
export const isActiveAdminIn = (alias: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${alias}.role`)} = ${sql.lit(adminRole)} and ${sql.ref(`${alias}.deactivated_at`)} is null)`;
