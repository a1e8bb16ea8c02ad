// The people of an archive that a company admin imports. Who is a member of the company, by the verified address, stays it in their role.
// Everybody else becomes a former member, as in an import of history (decision 072): an account that is closed, with a name and a fresh
// id, because an id of the archive may be that of somebody's account.

import type { ClientBase } from 'pg';
import type { PreparedTable } from './import-file.ts';
import type { PlacedPeople } from './people.ts';
import type { StagedTable } from './stage.ts';

export async function placeFormerMembers(
  client: ClientBase,
  { staged }: StagedTable,
  companyId: string,
): Promise<PlacedPeople> {
  await client.query(
    `create temp table archive_people (id uuid primary key, target uuid not null unique, is_new boolean not null) on commit drop`,
  );
  await client.query(
    `insert into archive_people
     select s.id, coalesce(u.id, gen_random_uuid()), u.id is null
     from ${staged} s left join (
       select u.id, u.email from users u join members m on m.company_id = $1 and m.user_id = u.id and m.deactivated_at is null
       where u.email_verified) u on u.email = s.email`,
    [companyId],
  );
  await client.query('analyze archive_people');
  await client.query(
    `insert into users (id, name, email, email_verified, settings, created_at, closed_at)
     select p.target, s.name, null, false,
       jsonb_build_object('locale', case when s.locale in ('en', 'id') then s.locale else 'en' end), s.created_at, coalesce(s.closed_at, now())
     from ${staged} s join archive_people p using (id) where p.is_new`,
  );
  const { rows } = await client.query<Omit<PlacedPeople, 'areMapped'>>(
    `select count(*) filter (where not is_new)::int as matched, count(*) filter (where is_new)::int as created from archive_people`,
  );
  return { matched: 0, created: 0, ...rows[0], areMapped: true };
}

const isFormer = (column: string): string => `${column} in (select id from archive_people where is_new)`;

type Change = { deleted: string } | { column: string; to: string; where: string };

/** What ends with a membership (server/members/revoke.ts). Invites are those of another installation: nobody here accepted them. */
const changes: Readonly<Record<string, Change>> = {
  members: { column: 'deactivated_at', to: 'coalesce(deactivated_at, now())', where: isFormer('user_id') },
  project_managers: { deleted: isFormer('user_id') },
  project_workers: { deleted: isFormer('user_id') },
  timers: { deleted: isFormer('user_id') },
  invites: { deleted: 'true' },
  invite_projects: { deleted: 'true' },
  stand_ins: {
    column: 'ended_at',
    to: 'coalesce(ended_at, now())',
    where: `${isFormer('approver_id')} or ${isFormer('stand_in_id')}`,
  },
  saved_report_choices: { column: 'mail', to: `'never'`, where: isFormer('user_id') },
};

export async function withoutRightsOfFormer(client: ClientBase, table: StagedTable): Promise<PreparedTable> {
  const change = changes[table.name];
  if (!change) return { table, removed: 0 };
  if ('deleted' in change) {
    const { rowCount } = await client.query(`delete from ${table.staged} where ${change.deleted}`);
    return { table, removed: rowCount ?? 0 };
  }
  const { column, to, where } = change;
  await client.query(`update ${table.staged} set ${column} = ${to} where ${where}`);
  // Also where the archive lacks the column: its default would give the right.
  return { table: { ...table, columns: [...new Set([...table.columns, column])] }, removed: 0 };
}
