// R14: three hundred clients send their headers, then their bodies, as slowly as they can.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { failedOf, pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';

const readsPerSecond = 50;
/** The limits of server/http/request-limits.ts with the interval of its check. */
const maxHeadersMs = 16_000;
const maxBodyMs = 36_000;

export const slowClients: Fault = {
  id: 'R14',
  danger: '300 clients send headers, and bodies, as slowly as they can, for 40 s each',
  target: 'others wait at most twice as long (p99), headers are cut off within 16 s and bodies within 36 s',
  needs: ['slowhttptest'],
  trials: 1,
  run: ({ isQuick }) =>
    withOwnDatabase({}, async ({ connect: connectDatabase, serve }) => {
      const { address, program } = await serve();
      const [person] = await signInMembers(await connectDatabase(), 'worker', 1);
      const read = () => ask({ address, ...(person && { person }) }, 'GET', '/session');
      const seconds = isQuick ? 5 : 40;
      const alone = await pace(readsPerSecond, 5_000, read);
      const beside = await pace(readsPerSecond, attack(address, ['-H'], seconds), read);
      const besideBodies = await pace(
        readsPerSecond,
        attack(address, ['-B', '-t', 'POST', '-s', '4096'], seconds),
        read,
      );
      const [headersMs, bodyMs] = isQuick
        ? [0, 0]
        : await Promise.all([untilClosed(address, unfinishedHeaders), untilClosed(address, unfinishedBody)]);
      const floorMs = 50;
      const slowestAllowed = Math.max(floorMs, 2 * alone.p99Ms);
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: {
          'p99 alone (ms)': alone.p99Ms,
          'beside headers': beside.p99Ms,
          'beside bodies': besideBodies.p99Ms,
          'headers cut off after (ms)': headersMs,
          'bodies cut off after (ms)': bodyMs,
        },
        missed: missedOf({
          'no request of others fails': failedOf(beside) + failedOf(besideBodies) === 0,
          'others wait at most twice as long': Math.max(beside.p99Ms, besideBodies.p99Ms) <= slowestAllowed,
          'headers are cut off': headersMs <= maxHeadersMs,
          'bodies are cut off': bodyMs <= maxBodyMs,
          'the server keeps running': program.exitCode === null,
        }),
      };
    }),
};

async function attack(address: string, mode: readonly string[], seconds: number): Promise<void> {
  const options = [
    '-c',
    '300',
    '-r',
    '200',
    '-i',
    '5',
    '-p',
    '3',
    '-l',
    String(seconds),
    '-u',
    `${address}/api/v1/sign-in`,
  ];
  const slow = spawn('slowhttptest', [...mode, ...options], { cwd: tmpdir(), stdio: 'ignore' });
  await once(slow, 'exit');
}

const unfinishedHeaders = 'GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const unfinishedBody =
  'POST /api/v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{';

/** Sends a byte every two seconds, so that the connection is never idle. */
function untilClosed(address: string, begin: string): Promise<number> {
  const began = performance.now();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined).write(begin);
  socket.resume();
  const sending = setInterval(() => socket.write(' '), 2_000);
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(sending);
      resolve(Math.round(performance.now() - began));
    });
  });
}
