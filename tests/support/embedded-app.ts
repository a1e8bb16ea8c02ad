// A program that tests kill: it starts the embedded database in the given folder and commits rows until it is killed.
// Each line it prints is true when printed: "ready <postgres>" once, then "row <n>" after the commit of row n.
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('Which folder?');
const embedded = await startEmbedded({ dataDir, log: createLog('silent') });
const client = new pg.Client(embedded.ownerConfig);
client.on('error', () => process.exit(1));
await client.connect();
await client.query('create table if not exists kept (n bigserial primary key)');
console.log(`ready ${embedded.pid()}`);
for (;;) {
  const { rows } = await client.query<{ n: string }>('insert into kept default values returning n');
  console.log(`row ${rows[0]?.n}`);
}
