// What may be shown because nobody but who sits at this machine can reach it, whatever NODE_ENV says.

import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/values.ts';

/** As far as the configuration tells. */
export const isLocalOnly = ({ host, baseUrl }: Pick<Config, 'host' | 'baseUrl'>): boolean =>
  isLoopback(host) && isLoopback(new URL(baseUrl).hostname);

/** Captured mail shows every link that was mailed to anyone. */
export const keepsDevMail = (config: Pick<Config, 'smtpUrl' | 'environment' | 'host' | 'baseUrl'>): boolean =>
  config.smtpUrl === undefined && config.environment !== 'production' && isLocalOnly(config);
