// Pairs of overlapping worklogs of one worker, counted by the database; used by every test about conflicts.

import type { Pool } from 'pg';

/** A pair in which neither was confirmed is wrong under any policy. */
export async function overlapsIn({ superuser }: { superuser: Pool }): Promise<{ pairs: number; unconfirmed: number }> {
  const { rows } = await superuser.query<{ pairs: number; unconfirmed: number }>(
    `select count(*)::int as pairs, (count(*) filter (where not a.allows_overlap and not b.allows_overlap))::int as unconfirmed
     from worklogs a join worklogs b on a.company_id = b.company_id and a.worker_id = b.worker_id and a.id < b.id
       and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
     where a.kind = 'timed' and b.kind = 'timed'
       and a.status in ('pending', 'approved') and b.status in ('pending', 'approved')`,
  );
  return rows[0] ?? { pairs: -1, unconfirmed: -1 };
}
