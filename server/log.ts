// The log: one JSON line per event on standard output, without secrets.
// Links contain codes in their query, so a request is logged by its route, never by its full URL.
// If the log cannot be written (disk full), the process continues: lines are buffered up to a limit, then dropped.
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config/config.ts';

export type Log = Logger;

const maxUnwrittenBytes = 1_000_000;

/** `onError` gets each printed line of the levels error and fatal. */
export function createLog(level: Config['logLevel'], onError?: (line: string) => void): Log {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
  // Without a listener the error would end the process. Writing the next line also retries this one.
  output.on('error', () => undefined);
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    ...(onError && { hooks: { streamWrite: reportErrors(onError) } }),
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

const reportErrors = (onError: (line: string) => void) => (line: string) => {
  if (/^\{"level":"(error|fatal)"/.test(line)) onError(line);
  return line;
};
