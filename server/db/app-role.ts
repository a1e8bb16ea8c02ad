// The unprivileged role `daybook_app` on an external PostgreSQL: created if the owner may create roles, otherwise the start is
// refused with the exact statements to run. The owner becomes a member, so that connections can switch to the role.
import type { Client } from 'pg';
import { hasCode, StartRefusal } from '../start-refusal.ts';

export async function ensureAppRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; exists: boolean; isMember: boolean }>(
    `select current_user as owner,
       exists (select from pg_roles where rolname = 'daybook_app') as exists,
       exists (select from pg_auth_members membership
               where roleid = (select oid from pg_roles where rolname = 'daybook_app')
                 and member = (select oid from pg_roles where rolname = current_user)
                 -- From PostgreSQL 16 on, the creator of a role may grant it but cannot yet switch to it.
                 and coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)) as "isMember"`,
  );
  const state = rows[0];
  if (state === undefined || (state.exists && (state.isMember || state.owner === embeddedOwner))) return;
  const owner = client.escapeIdentifier(state.owner);
  const statements = [
    ...(state.exists ? [] : ['create role daybook_app nologin nosuperuser nocreatedb nocreaterole nobypassrls']),
    `grant daybook_app to ${owner}`,
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    if (!hasCode(error, insufficientPrivilege)) throw error;
    throw new StartRefusal(
      `The database role ${state.owner} may not create the role that Daybook works as. Ask an administrator of the ` +
        'database to run, and start again:',
      ...statements.map((statement) => `  ${statement};`),
    );
  }
}

/** In the embedded database both roles can log in. */
const embeddedOwner = 'daybook_owner';
const insufficientPrivilege = '42501';
