// npm run company -- export|import: a whole company into one file, and from a file into an installation, also while the server runs.
// docs/archive.md describes the file.

import { parseArgs } from 'node:util';
import pg, { type Client } from 'pg';
import { openOwner } from '../db/open-owner.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import { configOfProgram, runProgram } from '../program.ts';
import { hasCode, StartRefusal } from '../start-refusal.ts';
import { exportCompany } from './export-file.ts';
import { importCompany, rulesOfOperator } from './import-file.ts';
import { findCompany } from './target.ts';

const usage = [
  'npm run company -- export --company COMPANY --to FILE',
  'npm run company -- import --from FILE [--into COMPANY]',
  'A company is named by its id or its exact name.',
];

await runProgram('The company was not moved:', run);

async function run(): Promise<void> {
  const { command, values } = readOptions();
  const config = configOfProgram();
  const { owner, stop } = await openOwner(config, 'npm run company');
  const client = new pg.Client({ ...owner, application_name: 'daybook company' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const installation = { client, receipts: await openReceipts(config) };
    if (command === 'import' && config.database?.distribution === 'citus')
      throw new StartRefusal('A company cannot be imported where the tables are distributed by Citus: docs/scale.md.');
    await (command === 'export' ? exportOne(installation, values) : importOne(installation, values));
  } finally {
    await client.end().catch(() => undefined);
    await stop();
  }
}

type Installation = { client: Client; receipts: ReceiptStore };
type Options = { company?: string; to?: string; from?: string; into?: string };

function readOptions(): { command: string; values: Options } {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { company: text, to: text, from: text, into: text },
    });
    const [command, more] = positionals;
    if (more === undefined && command === 'export' && !values.from && !values.into) return { command, values };
    if (more === undefined && command === 'import' && !values.company && !values.to) return { command, values };
  } catch (error) {
    if (!hasCode(error, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')) throw error;
    throw new StartRefusal(error.message, ...usage);
  }
  throw new StartRefusal(...usage);
}

async function exportOne({ client, receipts }: Installation, { company, to }: Options): Promise<void> {
  if (!company || !to) throw new StartRefusal(...usage);
  const { id, name } = await findCompany(client, company);
  const { tables, receipts: exported } = await exportCompany({
    client,
    receipts,
    companyId: id,
    file: to,
    now: new Date(),
  });
  const rows = Object.values(tables).reduce((sum, one) => sum + one.rows, 0);
  console.log(`${name} is in ${to}: ${rows} rows of ${Object.keys(tables).length} tables, ${exported.files} receipts.`);
  if (exported.missing.length > 0)
    console.log(`The files of ${exported.missing.length} receipts are missing in this installation: npm run doctor`);
}

async function importOne({ client, receipts }: Installation, { from, into }: Options): Promise<void> {
  if (!from) throw new StartRefusal(...usage);
  const report = (step: string) => console.log(`  ${step}`);
  const { companyId, meta, people } = await importCompany({
    client,
    receipts,
    file: from,
    rules: rulesOfOperator(into),
    report,
  });
  console.log(`${meta.company.name} is imported: ${companyId}.`);
  console.log(`${people.matched} people have an account here already; ${people.created} got one without a password.`);
  if (people.created > 0)
    console.log(
      'They sign in by a link that they request on the sign-in page, or set a password with "Forgot password".',
    );
}
