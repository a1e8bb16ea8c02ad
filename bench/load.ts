// A company that asks for everything it may, without a pause: reports of a year, and files, with readers among them who take
// nothing. In a process of its own, so that reading the answers does not delay the one that measures, and of low priority, because
// the readers of a real server are on other machines. Ends with its parent; on a message it tells how the requests were answered.

import { get, type IncomingMessage } from 'node:http';
import { setPriority } from 'node:os';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

type Read = (reply: IncomingMessage) => Promise<unknown>;

const lowestPriority = 19;
const retryMs = 20;
const year = 'from=2026-01-01&to=2026-12-31';
const file = '/reports/file?of=worklogs&style=plain&format=';

const [company = '', adminCookie = '', ...cookies] = process.argv.slice(2);
const counts: Record<string, number> = {};

setPriority(lowestPriority);
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(counts));

for (let lane = 0; lane < 5; lane += 1) void repeat(`/reports/breakdown?${year}`, adminCookie, readWhole);
for (const cookie of cookies) {
  void repeat(`/reports?${year}`, cookie, readWhole);
  void repeat(`${file}xlsx`, cookie, readWhole);
  void repeat(`${file}csv`, cookie, readNothing);
}

async function repeat(path: string, cookie: string, read: Read): Promise<never> {
  for (;;) {
    const status = await request(path, cookie, read).catch(() => 'ended');
    const name = `${path.split('?', 1)[0]} ${status}`;
    counts[name] = (counts[name] ?? 0) + 1;
    if (status !== 200) await sleep(retryMs);
  }
}

function request(path: string, cookie: string, read: Read): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(company + path, { headers: { cookie } }, (reply) => {
      const taken = reply.statusCode === 200 ? read(reply) : readWhole(reply);
      taken.then(() => resolve(reply.statusCode), reject);
    }).on('error', reject);
  });
}

function readWhole(reply: IncomingMessage): Promise<unknown> {
  reply.resume();
  return finished(reply);
}

/** Until the server ends it. */
function readNothing(reply: IncomingMessage): Promise<unknown> {
  reply.once('data', () => reply.pause());
  return new Promise((_, reject) => reply.once('close', () => reject(new Error('The server ended a slow reader.'))));
}
