// A mail server for tests that uses real SMTP and answers by the given rules, and an application whose jobs use it.
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { type Jobs, startJobs } from '#server/jobs/runner.ts';
import type { Mail } from '#server/mail/payload.ts';
import { cloneDatabase, openSuperuserPool, type TestDatabase } from './database.ts';
import { waitUntil } from './wait-until.ts';

export type Delivery = { recipients: string[]; raw: string; mail: Email };

export type MailServerRules = {
  /** A reply code for MAIL FROM. */
  onSender?: () => number;
  /** A reply code for RCPT TO; 250 accepts the recipient. */
  onRecipient?: (address: string) => number;
  /** Called with the whole message before it is answered; a reply code other than 250 refuses it. */
  onMessage?: (delivery: Delivery) => number | Promise<number>;
};

export type MailServer = {
  url: string;
  /** The accepted messages, in order. */
  deliveries: Delivery[];
  /** The number of connections so far. */
  connections(): number;
  /** Closes every open connection, as servers do with idle ones. */
  hangUp(): void;
  /** Waits until this many messages are accepted. */
  until(count: number, timeout?: number): Promise<Delivery[]>;
  close(): Promise<void>;
};

const accept = () => 250;

export async function startMailServer(rules: MailServerRules = {}): Promise<MailServer> {
  const { onSender = accept, onRecipient = accept, onMessage = accept } = rules;
  const deliveries: Delivery[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onMailFrom: (_address, _session, done) => done(refusalOf(onSender())),
    onRcptTo: ({ address }, _session, done) => done(refusalOf(onRecipient(address))),
    onData: (stream, session, done) => {
      void (async () => {
        const content = await buffer(stream);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const delivery = { recipients, raw: content.toString('latin1'), mail: await PostalMime.parse(content) };
        const code = await onMessage(delivery);
        if (code === 250) deliveries.push(delivery);
        done(refusalOf(code));
        // The sender may be killed in the middle of a message, which is then not received.
      })().catch(() => undefined);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address: AddressInfo | string | null = server.server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    url: `smtp://127.0.0.1:${port}`,
    deliveries,
    connections: () => connections,
    hangUp: () => {
      for (const connection of server.connections) connection.close();
    },
    until: (count, timeout = 60_000) =>
      waitUntil(() => (deliveries.length >= count ? deliveries : undefined), { timeout, interval: 20 }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(code: number): Error | undefined {
  return code === 250 ? undefined : Object.assign(new Error('said the test'), { responseCode: code });
}

export type MailFixture = {
  clone: TestDatabase;
  database: OpenDatabase;
  /** Every line that was logged. */
  logged: string[];
  /** Like a handler, with the rights of the application role. */
  enqueue(mail: Mail | Record<string, unknown>): Promise<void>;
  startJobs(settings?: Partial<Parameters<typeof startJobs>[0]['config']>): Promise<Jobs>;
  /** Mail jobs only, without scheduled ones. */
  waiting(): Promise<{ attempts: number; maxAttempts: number; lastError: string | null }[]>;
  close(): Promise<void>;
};

export const baseUrl = 'http://localhost:3000';

export async function openMailFixture(): Promise<MailFixture> {
  const clone = await cloneDatabase();
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const database = openDatabase({ owner: clone.owner, app: clone.app, log });
  const superuser = openSuperuserPool(clone);
  const running: Jobs[] = [];
  return {
    clone,
    database,
    logged,
    enqueue: async (mail) => {
      await database.pool.query(`select enqueue('send-mail', $1::json)`, [JSON.stringify(mail)]);
    },
    startJobs: async (settings = {}) => {
      const config = {
        baseUrl,
        host: '127.0.0.1',
        smtpUrl: undefined,
        smtpPerSecond: null,
        workers: null,
        mailFrom: 'Daybook <daybook@daybook.example>',
        environment: 'test',
        stripe: undefined,
        appSecret: 'a secret of the tests, long enough',
        dataDir: '/nonexistent',
        receiptsS3: undefined,
        push: undefined,
        ...settings,
      } as const;
      const jobs = await startJobs({ config, database, log });
      running.push(jobs);
      return jobs;
    },
    waiting: async () => {
      const { rows } = await superuser.query(
        `select attempts, max_attempts as "maxAttempts", last_error as "lastError" from graphile_worker.jobs
         where task_identifier = 'send-mail' order by id`,
      );
      return rows;
    },
    close: async () => {
      for (const jobs of running) await jobs.stop();
      await database.close();
      await superuser.end();
      await clone.drop();
    },
  };
}
