// Selects how mail is sent: by SMTP if a server is configured, else into the table behind /dev/mail.
// In production, or if reachable from other machines, mail waits in the queue until a server is configured: nobody must be able to
// read links out of the database.
import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import { hasDevMailbox } from '../../config/local-only.ts';
import { devMail } from './dev.ts';
import type { MailPort } from './mail.ts';
import { smtpMail } from './smtp.ts';

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'smtpPerSecond' | 'workers' | 'mailFrom' | 'environment' | 'host' | 'baseUrl' | 'appSecret'
>;

/** `connections`: the maximum of concurrent mails. */
type Parts = { config: MailConfig; pool: Pool; connections: number };

export function openMail({ config, pool, connections }: Parts): MailPort {
  const { smtpUrl: url, smtpPerSecond: perSecond, mailFrom: from, workers } = config;
  if (url !== undefined) return smtpMail({ url, from, connections, perSecond, processes: workers ?? 1 });
  return hasDevMailbox(config) ? devMail(pool, config.appSecret) : noMail;
}

const noMail: MailPort = {
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail stays in the queue')),
  close: () => undefined,
};
