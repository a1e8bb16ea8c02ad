// The company that an archive is imported into: a new one with the id that it had, or an empty one that exists.

import type { ClientBase } from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import type { ArchiveMeta } from './meta.ts';
import { archivedNames } from './tables.ts';

export type ImportTarget = { id: string; exists: boolean };

type CompanyRow = { id: string; name: string };

/** By its id or its exact name. In a transaction without a company, in which their owner sees the companies. */
export async function findCompany(client: ClientBase, wanted: string): Promise<CompanyRow> {
  const { rows } = await client.query<CompanyRow>(
    'select id, name from companies where id::text = lower($1) or name = $1 order by id',
    [wanted],
  );
  const [found, other] = rows;
  if (other) {
    const list = rows.map(({ id }) => id).join(', ');
    throw new StartRefusal(`Several companies have the name ${wanted}. Name one by its id: ${list}.`);
  }
  if (found) return found;
  throw new StartRefusal(`There is no company ${wanted} here.`, ...(await listForChoice(client)));
}

const maxListed = 20;

async function listForChoice(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<CompanyRow>('select id, name from companies order by name, id limit $1', [
    maxListed,
  ]);
  return rows.map(({ id, name }) => `${id}  ${name}`);
}

export async function chooseTarget(
  client: ClientBase,
  { company }: ArchiveMeta,
  into: string | undefined,
): Promise<ImportTarget> {
  if (into !== undefined) {
    const { id } = await findCompany(client, into);
    await client.query(`select set_local('app.company_id', $1)`, [id]);
    await client.query('select from companies where id = $1 for update', [id]);
    await refuseFilled(client, id);
    return { id, exists: true };
  }
  const { rows } = await client.query<CompanyRow>('select id, name from companies where id = $1', [company.id]);
  if (rows[0])
    throw new StartRefusal(
      `The company of this archive is in this installation: ${rows[0].name}, ${company.id}.`,
      'To import a copy, found an empty company and name it: npm run company -- import --from FILE --into COMPANY',
    );
  await client.query(`select set_local('app.company_id', $1)`, [company.id]);
  return { id: company.id, exists: false };
}

/** What a company has before anybody does anything in it. */
const ofEmpty = ['users', 'companies', 'members', 'audit_events'];

async function refuseFilled(client: ClientBase, companyId: string): Promise<void> {
  const filled: string[] = [];
  for (const table of archivedNames.filter((name) => !ofEmpty.includes(name))) {
    const { rows } = await client.query(`select from ${table} where company_id = $1 limit 1`, [companyId]);
    if (rows.length > 0) filled.push(table);
  }
  if (filled.length > 0)
    throw new StartRefusal(
      `The company is not empty: it has rows in ${filled.join(', ')}.`,
      'Found a new company and import into that one.',
    );
}
