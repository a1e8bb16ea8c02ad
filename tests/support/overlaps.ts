// The oracle of every test about conflicts: pairs of one worker's worklogs at the same time, counted by the database.

import type { Pool } from 'pg';

/** Those that neither of both was confirmed for would be a fault under any policy. */
export async function overlapsIn({ oracle }: { oracle: Pool }): Promise<{ pairs: number; unconfirmed: number }> {
  const { rows } = await oracle.query<{ pairs: number; unconfirmed: number }>(
    `select count(*)::int as pairs, (count(*) filter (where not a.allows_overlap and not b.allows_overlap))::int as unconfirmed
     from worklogs a join worklogs b on a.company_id = b.company_id and a.worker_id = b.worker_id and a.id < b.id
       and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
     where a.kind = 'timed' and b.kind = 'timed'
       and a.status in ('pending', 'approved') and b.status in ('pending', 'approved')`,
  );
  return rows[0] ?? { pairs: -1, unconfirmed: -1 };
}
