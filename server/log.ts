// The log: one JSON line per event on standard output, nothing secret in it.
// Addresses of links carry codes, so a request is logged by its route and never by its query string.
// A log that cannot be written, because its disk is full, ends nothing: lines are kept up to a limit, then dropped.
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config/config.ts';

export type Log = Logger;

const maxUnwrittenBytes = 1_000_000;

export function createLog(level: Config['logLevel']): Log {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
  // Without a listener the error would end the process. The next line tries to write this one again.
  output.on('error', () => undefined);
  const options: LoggerOptions = {
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
  };
  return pino(options, output);
}
