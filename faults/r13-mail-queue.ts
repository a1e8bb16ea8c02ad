// R13: two servers send three hundred mails while they are killed, and the mail server refuses, hangs and closes connections.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type MailServer, type MailServerRules, startMailServer } from '#tests/support/mail.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { type Fault, missedOf } from './fault.ts';
import { type Installation, withSeparateDatabase } from './support/installation.ts';

const mails = 300;
const killedShare = 0.05;
const patienceMs = 150_000;

export const mailQueue: Fault = {
  id: 'R13',
  danger:
    'two servers are killed while they send 300 mails to a mail server that refuses, hangs and closes connections',
  target: 'no mail lost, no more copies than kills and closed connections, each with the same Message-ID',
  needs: [],
  trials: 3,
  run: ({ random, isQuick }) =>
    withSeparateDatabase({}, async ({ connect, serve }) => {
      const total = isQuick ? 40 : mails;
      const servers: ServerProcess[] = [];
      let kills = 0;
      let closed = 0;
      const rules: MailServerRules = {
        onSender: () => (random.chance(0.05) ? 451 : 250),
        onMessage: async () => {
          if (random.chance(killedShare)) {
            kills += 1;
            servers[random.between(0, 1)]?.program.kill('SIGKILL');
          }
          if (random.chance(0.01)) await sleep(30_000);
          if (random.chance(0.02)) {
            closed += 1;
            setImmediate(() => mailServer.hangUp());
          }
          return random.chance(0.03) ? 451 : 250;
        },
      };
      const mailServer = await startMailServer(rules);
      const superuser = await connect();
      await enqueue(superuser, total);
      const running = [0, 1].map((index) => keepRunning({ serve }, mailServer, servers, index));
      const began = performance.now();
      while (performance.now() - began < patienceMs && recipientsOf(mailServer).size < total) {
        await makeDue(superuser);
        await sleep(500);
      }
      for (const each of running) each.stop();
      await Promise.all(running.map(({ ended }) => ended));
      await mailServer.close();
      const copies = mailServer.deliveries.length - recipientsOf(mailServer).size;
      const lost = total - recipientsOf(mailServer).size;
      const otherIds = differingIds(mailServer);
      return {
        acknowledged: total,
        lost,
        duplicates: null,
        gapMs: null,
        figures: {
          kills,
          closed,
          copies,
          'copies with another Message-ID': otherIds,
          seconds: Math.round((performance.now() - began) / 1_000),
        },
        missed: missedOf({
          'no mail lost': lost === 0,
          'there were kills': kills > 0,
          'no more copies than kills and closed connections': copies <= kills + closed,
          'the same Message-ID': otherIds === 0,
        }),
      };
    }),
};

/** Through the queue, as a handler does. */
const enqueue = (superuser: pg.Client, count: number) =>
  superuser.query(
    `select enqueue('send-mail', json_build_object('to', 'p' || n || '@d' || n % 20 || '.example', 'locale', 'en', 'template', 'sign-in-link',
       'params', json_build_object('url', 'http://localhost:3000/link-actions?mode=signIn&code=a-secret-code')))
     from generate_series(1, $1::int) n`,
    [count],
  );

/** Time passes by an update: what waits for another attempt is due, and the jobs of a killed server are released. */
async function makeDue(superuser: pg.Client): Promise<void> {
  await superuser.query(
    'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
  );
}

function keepRunning(
  { serve }: Pick<Installation, 'serve'>,
  { url }: MailServer,
  servers: ServerProcess[],
  index: number,
) {
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const server = await serve({ SMTP_URL: url, BASE_URL: 'http://localhost:3000' });
      servers[index] = server;
      // Stopped while it was starting.
      if (isOver) server.program.kill('SIGTERM');
      await server.ended;
    }
  };
  const stop = () => {
    isOver = true;
    servers[index]?.program.kill('SIGTERM');
  };
  return { stop, ended: run() };
}

const recipientsOf = ({ deliveries }: MailServer): Set<string> =>
  new Set(deliveries.flatMap(({ recipients }) => recipients));

function differingIds({ deliveries }: MailServer): number {
  const ids = Map.groupBy(deliveries, ({ recipients }) => recipients.join());
  return [...ids.values()].filter((copies) => new Set(copies.map(({ mail }) => mail.messageId)).size > 1).length;
}
