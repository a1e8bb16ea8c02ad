// Warnings about a configuration that is valid but insecure or incomplete.

import { hasDevMailbox } from './local-only.ts';

type Judged = Parameters<typeof hasDevMailbox>[0] & { isHttps: boolean };

export function warnings(config: Judged): string[] {
  const found: string[] = [];
  if (config.environment === 'production' && !config.isHttps)
    found.push('BASE_URL does not begin with https: passwords and cookies travel unencrypted.');
  if (config.smtpUrl === undefined && !hasDevMailbox(config))
    found.push('SMTP_URL is not set: nobody will receive an email.');
  return found;
}
