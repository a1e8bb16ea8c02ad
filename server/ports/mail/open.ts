// Which way mail goes: over SMTP where a server is configured, else into the table behind /dev/mail.
// In production, or reachable from elsewhere, without a mail server it waits in the queue, so that it goes out once one is configured: nothing may
// then read links out of the database.
import type { Pool } from 'pg';
import type { Config } from '../../config/config.ts';
import { keepsDevMail } from '../../http/exposure.ts';
import { devMail } from './dev.ts';
import type { MailPort } from './mail.ts';
import { smtpMail } from './smtp.ts';

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'smtpPerSecond' | 'mailFrom' | 'environment' | 'host' | 'baseUrl' | 'appSecret'
>;

/** `connections`: no more than so many mails are ever under way. */
type Parts = { config: MailConfig; pool: Pool; connections: number };

export function openMail({ config, pool, connections }: Parts): MailPort {
  const { smtpUrl: url, smtpPerSecond: perSecond, mailFrom: from } = config;
  if (url !== undefined) return smtpMail({ url, from, connections, perSecond });
  return keepsDevMail(config) ? devMail(pool, config.appSecret) : noMail;
}

const noMail: MailPort = {
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail waits until it is')),
  close: () => undefined,
};
