// Whether requests can be answered: the database can be written, the application's role still has every right that it had when
// this was first asked, and the first statement of every request works.
import type { Pool } from 'pg';

export function readinessOf(pool: Pool): () => Promise<boolean> {
  let expected: readonly string[] | undefined;
  return async () => {
    try {
      const { rows } = await pool.query<{ isRecovering: boolean; rights: string[] }>(question);
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

const question = `
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
