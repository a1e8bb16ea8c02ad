// What an operator should know of a configuration that is allowed: who could read along, and what will not arrive.

import type { ReadConfig } from './config.ts';
import { isLoopback } from './config-values.ts';

export function warnings(config: ReadConfig): string[] {
  const found: string[] = [];
  if (config.environment !== 'production') {
    const isOpen = !isLoopback(config.host) || !isLoopback(new URL(config.baseUrl).hostname);
    if (isOpen && config.smtpUrl === undefined)
      found.push('everybody who reaches this address can read all emails at /dev/mail. Set NODE_ENV=production.');
    return found;
  }
  if (!config.isHttps) found.push('BASE_URL does not begin with https: passwords and cookies travel unencrypted.');
  if (config.smtpUrl === undefined) found.push('SMTP_URL is not set: nobody will receive an email.');
  return found;
}
