// A program that tests kill: it imports an archive. Its argument is JSON: the connection of the owner, the archive, and the folder of the
// receipts.
import pg from 'pg';
import { importCompany, rulesOfOperator } from '#server/archive/import-file.ts';
import { openReceipts } from '#server/ports/receipts/open.ts';

const { owner, file, dataDir } = JSON.parse(process.argv[2] ?? '{}');
const client = new pg.Client({ ...owner, application_name: 'daybook company' });
await client.connect();
await importCompany({
  client,
  file,
  rules: rulesOfOperator(),
  receipts: await openReceipts({ dataDir, receiptsS3: undefined }),
});
await client.end();
