// Whether there is nothing of its own in a company yet, so that an admin may import an archive into it. People are invited and accept
// before, and the founder of a company changes its settings.

import { archivedNames, type Query } from './tables.ts';

const ofEmpty = ['users', 'companies', 'members', 'invites', 'company_events', 'audit_events'];

export async function emptinessOf(query: Query, companyId: string): Promise<boolean> {
  const tables = archivedNames.filter((name) => !ofEmpty.includes(name));
  const { rows } = await query<{ isFilled: boolean }>(
    `select ${tables.map((name) => `exists (select from ${name} where company_id = $1)`).join(' or ')} as "isFilled"`,
    [companyId],
  );
  return rows[0]?.isFilled === false;
}
