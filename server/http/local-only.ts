// Whether the server can be reached only from this machine, whatever NODE_ENV says.

import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/values.ts';

/** According to the configuration. */
export const isLocalOnly = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  isLoopback(host) && isLoopback(new URL(baseUrl).hostname);

/** Restricted, because captured mail shows every link that was mailed to anyone. */
export const hasDevMailbox = (config: Pick<Config, 'smtpUrl' | 'environment' | 'host' | 'baseUrl'>): boolean =>
  config.smtpUrl === undefined && config.environment !== 'production' && isLocalOnly(config);
