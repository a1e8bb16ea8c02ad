// Whether the server can be reached only from this machine, whatever NODE_ENV says.

import { isLoopback } from './values.ts';

type Addresses = { host: string; baseUrl: string };

/** According to the configuration. */
export const isLocalOnly = ({ host, baseUrl }: Addresses): boolean =>
  isLoopback(host) && isLoopback(new URL(baseUrl).hostname);

/** Restricted, because captured mail shows every link that was mailed to anyone. */
export const hasDevMailbox = (config: Addresses & { smtpUrl: string | undefined; environment: string }): boolean =>
  config.smtpUrl === undefined && config.environment !== 'production' && isLocalOnly(config);
