// A company that continuously requests everything it may: reports of a year, and files, some of which it does not read. Runs in a
// separate process, so that reading the responses does not delay the measurement, with low priority, because the clients of a
// real server are on other machines. Ends with its parent; on a message it reports the statuses of the responses.

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

/** Waits until the server closes it. */
function readNothing(reply: IncomingMessage): Promise<unknown> {
  reply.once('data', () => reply.pause());
  return new Promise((_, reject) => reply.once('close', () => reject(new Error('The server ended a slow reader.'))));
}
