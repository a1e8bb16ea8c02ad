// Whether requests can be answered: the database is writable, the application role still has every privilege that it had at the
// first check, and the first statement of every request works.
import type { Pool } from 'pg';

export function readinessOf(pool: Pool): () => Promise<boolean> {
  let expected: readonly string[] | undefined;
  return async () => {
    try {
      const { rows } = await pool.query<{ isRecovering: boolean; rights: string[] }>(readinessQuery);
      const [found] = rows;
      if (found === undefined || found.isRecovering) return false;
      expected ??= found.rights;
      const rights = new Set(found.rights);
      return expected.every((right) => rights.has(right));
    } catch {
      return false;
    }
  };
}

const readinessQuery = `
  select pg_is_in_recovery() as "isRecovering", open_request('none', null) is not null as opens,
    coalesce(array_agg(name || ' ' || (acl).privilege_type), '{}') as rights
  from (
    select c.relname::text as name, aclexplode(c.relacl) as acl from pg_class c where c.relnamespace = 'public'::regnamespace
    union all
    select a.attrelid::regclass || '.' || a.attname, aclexplode(a.attacl) from pg_attribute a where a.attacl is not null
    union all
    select p.oid::regprocedure::text, aclexplode(p.proacl) from pg_proc p where p.pronamespace = 'public'::regnamespace
  ) one
  where (acl).grantee = (select oid from pg_roles where rolname = current_user)`;
