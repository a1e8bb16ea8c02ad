// The people of an archive and the accounts of this installation. An account belongs to its person: one with the same verified address is
// the person and stays as it is, with its name and credentials. Everybody else gets an account without a password, which only the owner
// of the mailbox can use: by a link to sign in or to set a password.

import type { ClientBase } from 'pg';
import type { StagedTable } from './stage.ts';

export type PlacedPeople = {
  /** Accounts that were there before. */
  matched: number;
  created: number;
  /** Whether somebody has another id than in the archive. */
  areMapped: boolean;
};

/** `archive_people` then has for each id of the archive the one here. */
export async function placePeople(client: ClientBase, { staged }: StagedTable): Promise<PlacedPeople> {
  await closeUnverifiedAccounts(client, staged);
  await client.query(
    `create temp table archive_people (id uuid primary key, target uuid not null unique, is_new boolean not null) on commit drop`,
  );
  await client.query(
    `insert into archive_people
     select s.id, coalesce(u.id, case when exists (select from users o where o.id = s.id) then gen_random_uuid() else s.id end), u.id is null
     from ${staged} s left join users u on u.email = s.email`,
  );
  await client.query('analyze archive_people');
  await client.query(
    `insert into users (id, name, email, email_verified, settings, created_at, closed_at)
     select p.target, s.name, s.email, s.email is not null,
       jsonb_build_object('locale', case when s.locale in ('en', 'id') then s.locale else 'en' end), s.created_at, s.closed_at
     from ${staged} s join archive_people p using (id) where p.is_new`,
  );
  const { rows } = await client.query<PlacedPeople>(
    `select count(*) filter (where not is_new)::int as matched, count(*) filter (where is_new)::int as created,
       coalesce(bool_or(id <> target), false) as "areMapped" from archive_people`,
  );
  return rows[0] ?? { matched: 0, created: 0, areMapped: false };
}

/** As for a new registration of the address: the person who registered it never proved that the mailbox is theirs. */
async function closeUnverifiedAccounts(client: ClientBase, staged: string): Promise<void> {
  await client.query(
    `with closed as (
       update users set email = null, name = '-', closed_at = now()
       where not email_verified and closed_at is null and email in (select email from ${staged}) returning id)
     select erase_own_rows(id) from closed`,
  );
}
