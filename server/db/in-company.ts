// A transaction of a job within one company: row-level security applies to jobs too, so each sets the company it works for.

import type { Pool, PoolClient } from 'pg';

export async function inCompany<T>(
  pool: Pool,
  companyId: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_local('app.company_id', $1)`, [companyId]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
