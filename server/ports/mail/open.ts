// Which way mail goes: over SMTP where a server is configured, else into the table behind /dev/mail.
// In production without a mail server it waits in the queue, so that it goes out once one is configured: nothing may
// then read links out of the database.
import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { devMail } from './dev.ts';
import type { MailPort } from './mail.ts';
import { smtpMail } from './smtp.ts';

type MailConfig = Pick<Config, 'smtpUrl' | 'smtpPerSecond' | 'mailFrom' | 'environment'>;

/** `connections`: no more than so many mails are ever under way. */
type Parts = { config: MailConfig; pool: Pool; connections: number };

export function openMail({ config, pool, connections }: Parts): MailPort {
  const { smtpUrl: url, smtpPerSecond: perSecond, mailFrom: from } = config;
  if (url !== undefined) return smtpMail({ url, from, connections, perSecond });
  return keepsDevMail(config) ? devMail(pool) : noMail;
}

export const keepsDevMail = (config: Pick<Config, 'smtpUrl' | 'environment'>): boolean =>
  config.smtpUrl === undefined && config.environment !== 'production';

const noMail: MailPort = {
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail waits until it is')),
  close: () => undefined,
};
