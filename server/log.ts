// The log: one JSON line per event on standard output, nothing secret in it.
// Addresses of links carry codes, so a request is logged by its route and never by its query string.
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

export function createLog(level: Config['logLevel']): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
        '*.password',
        '*.token',
        '*.secret',
      ],
      censor: '[redacted]',
    },
  });
}
