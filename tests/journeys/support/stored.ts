// What no request may do: the database of the product under test, reached through its socket as an operator would.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * A company that no longer pays while people are in it: the provider may end a subscription, but nobody can ask for fewer
 * seats than are in use. The plan is derived from the seats, so this is all there is to it.
 */
export async function fallBackToFree(folder: string, companyId: string): Promise<void> {
  const [, , , , host = folder] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({ host, port: 5432, database: 'daybook', user: 'postgres' });
  await client.connect();
  const { rowCount } = await client.query('update companies set seats = 1 where id = $1', [companyId]);
  await client.end();
  if (rowCount !== 1) throw new Error('This company is not in the database.');
}
