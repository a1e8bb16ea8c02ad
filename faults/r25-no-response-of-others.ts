// R25 for the mail server and the bucket of receipts: for twenty seconds the network to both drops every packet, and connections stay
// half open.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type MailServer, startMailServer } from '#tests/support/mail.ts';
import { png } from '#tests/support/receipts.ts';
import { type FakeS3, startFakeS3 } from '#tests/support/s3.ts';
import { type Fault, missedOf } from './fault.ts';
import { type Cut, startCut } from './support/cut.ts';
import { type Installation, withSeparateDatabase } from './support/installation.ts';
import { failedOf, figuresOf, pace } from './support/pace.ts';
import { type Answer, ask, type SignedIn, signInMembers } from './support/people.ts';

const dropMs = 20_000;
const maxResponseMs = 5_000;
const maxReadMs = 500;
const maxBackMs = 5_000;
const mails = 40;

export const halfOpenProviders: Fault = {
  id: 'R25-providers',
  danger: 'the network to the mail server and to the bucket of receipts drops every packet for 20 s',
  target:
    'each upload is answered within 5 s, others wait at most 500 ms (p99), uploads succeed within 5 s of the end, every mail arrives once',
  needs: [],
  trials: 1,
  run: async (trial) => {
    const mailServer = await startMailServer();
    const s3 = await startFakeS3();
    const cuts = [await startCut(portOf(mailServer.url)), await startCut(portOf(s3.url))] as const;
    try {
      return await withSeparateDatabase({}, (installation) =>
        measure(trial.isQuick ? 6_000 : dropMs, installation, { mailServer, s3, cuts }),
      );
    } finally {
      for (const cut of cuts) cut.close();
      await s3.close();
      await mailServer.close();
    }
  },
};

type Providers = { mailServer: MailServer; s3: FakeS3; cuts: readonly [mail: Cut, bucket: Cut] };

async function measure(ms: number, { connect, serve }: Installation, { mailServer, s3, cuts }: Providers) {
  const [mail, bucket] = cuts;
  const { address, program } = await serve({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    BASE_URL: 'http://localhost:3000',
    RECEIPTS_S3_URL: s3.url.replace(/:\d+/, `:${bucket.port}`),
    RECEIPTS_S3_KEY_ID: s3.keyId,
    RECEIPTS_S3_SECRET: s3.secret,
    RECEIPTS_S3_REGION: s3.region,
  });
  const superuser = await connect();
  const [reader, ...people] = await signInMembers(superuser, 'worker', 6);
  await enqueue(superuser, mails / 2, 'before');
  await sleep(1_000);
  const before = await uploadAll(address, people);
  for (const cut of cuts) cut.drop();
  await enqueue(superuser, mails / 2, 'during');
  const over = sleep(ms);
  const uploading = uploadUntil(address, people, over);
  const reads = await pace(20, over, () => ask({ address, ...(reader && { person: reader }) }, 'GET', '/session'));
  for (const cut of cuts) cut.forward();
  const endedAt = performance.now();
  const during = figuresOf(await uploading);
  const after = await untilUploaded(address, people);
  const backMs = Math.round(performance.now() - endedAt);
  const arrivedMs = await untilDelivered(superuser, mailServer);
  const recipients = mailServer.deliveries.flatMap((one) => one.recipients);
  const stored = await storedReceipts(superuser);
  const acknowledged =
    [...before, ...after].filter(({ status }) => status === 200).length + (during.statuses[200] ?? 0);
  const lost = stored.filter((name) => ![...s3.objects.keys()].some((key) => key.endsWith(name))).length;
  return {
    acknowledged,
    lost,
    duplicates: null,
    gapMs: null,
    figures: {
      'uploads meanwhile': JSON.stringify(during.statuses),
      'slowest upload (ms)': during.slowestMs,
      'others: p99 (ms)': reads.p99Ms,
      'others failed': failedOf(reads),
      'uploads succeed after (ms)': backMs,
      'mails delivered after (ms)': arrivedMs,
      'further copies of mails': recipients.length - new Set(recipients).size,
    },
    missed: missedOf({
      'uploads are answered within 5 s': during.slowestMs <= maxResponseMs,
      'uploads: nothing but 200, 429 and 503': Object.keys(during.statuses).every((one) =>
        ['200', '429', '503'].includes(one),
      ),
      'uploads were refused': (during.statuses[503] ?? 0) > 0,
      'others wait at most 500 ms (p99)': reads.p99Ms <= maxReadMs,
      'no request of others fails': failedOf(reads) === 0,
      'uploads succeed within 5 s': backMs <= maxBackMs,
      'every mail arrives': new Set(recipients).size === mails,
      'no receipt without its file': lost === 0 && stored.length >= acknowledged,
      'the server keeps running': program.exitCode === null,
    }),
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

const upload = (address: string, person: SignedIn): Promise<Answer> =>
  ask({ address, person }, 'POST', `/companies/${person.companyId}/receipts?fileName=receipt.png`, png());

const uploadAll = (address: string, people: readonly SignedIn[]): Promise<Answer[]> =>
  Promise.all(people.map((person) => upload(address, person)));

/** Each person one after the other; those that have begun are waited for. */
async function uploadUntil(address: string, people: readonly SignedIn[], over: Promise<unknown>): Promise<Answer[]> {
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const answers: Answer[] = [];
  const uploading = people.map(async (person) => {
    for (; !isOver; await sleep(200)) answers.push(await upload(address, person));
  });
  await Promise.all(uploading);
  return answers;
}

async function untilUploaded(address: string, people: readonly SignedIn[]): Promise<Answer[]> {
  for (const began = performance.now(); ; await sleep(100)) {
    const answers = await uploadAll(address, people);
    if (answers.every(({ status }) => status === 200) || performance.now() - began > 60_000) return answers;
  }
}

/** Through the queue, as a handler does. */
const enqueue = (superuser: pg.Client, count: number, when: string) =>
  superuser.query(
    `select enqueue('send-mail', json_build_object('to', $2 || n || '@d' || n % 20 || '.example', 'locale', 'en', 'template', 'sign-in-link',
       'params', json_build_object('url', 'http://localhost:3000/link-actions?mode=signIn&code=a-secret-code')))
     from generate_series(1, $1::int) n`,
    [count, when],
  );

/** Time passes by an update: what waits for another attempt is due. */
async function untilDelivered(superuser: pg.Client, { deliveries }: MailServer): Promise<number> {
  const began = performance.now();
  const arrived = () => new Set(deliveries.flatMap(({ recipients }) => recipients)).size;
  for (; arrived() < mails && performance.now() - began < 60_000; await sleep(250))
    await superuser.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
    );
  return Math.round(performance.now() - began);
}

async function storedReceipts(superuser: pg.Client): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>('select storage_name as name from receipts');
  return rows.map(({ name }) => name);
}
