// Rows as PostgreSQL writes them for COPY: the quickest way out of it, at the pace of whoever reads them. While the reader is
// busy nothing more is taken off the connection, so that PostgreSQL waits as well and nothing piles up.
// COPY takes no parameters: the values of a compiled query are written into it as literals, every one of them escaped.

import type { CompiledQuery } from 'kysely';
import pg, { type ClientBase, type Connection } from 'pg';

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The lines of the text format, in batches; undo their escapes with `fieldsOf`. Ends the connection if it is left early. */
export async function* copyOut(client: ClientBase, query: Statement, signal: AbortSignal): AsyncGenerator<string[]> {
  const inbox = openInbox();
  const end = () => inbox.stream()?.destroy();
  signal.throwIfAborted();
  signal.addEventListener('abort', end, { once: true });
  client.query(inbox.queryOf(`copy (${withLiterals(query)}) to stdout`));
  try {
    for (let lines = await inbox.next(); lines.length > 0; lines = await inbox.next()) yield lines;
  } finally {
    signal.removeEventListener('abort', end);
    if (!inbox.isOver()) end();
  }
}

/** Large enough that neither side waits for the other all the time, small enough for a hundred of them. */
const batchBytes = 64_000;

function openInbox() {
  let lines: string[] = [];
  let bytes = 0;
  let stream: Connection['stream'] | undefined;
  let over: { error: Error | null } | undefined;
  let wake = () => {};
  const end = (error: Error | null) => {
    over ??= { error };
    wake();
  };
  return {
    stream: () => stream,
    isOver: () => over !== undefined,
    /** What came since the last time, as soon as it is a batch; nothing at the end. */
    next: async (): Promise<string[]> => {
      while (bytes < batchBytes && !over) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (over?.error) throw over.error;
      const batch = lines;
      [lines, bytes] = [[], 0];
      // The next one comes in while the reader works on this one.
      stream?.resume();
      return batch;
    },
    queryOf: (text: string) => ({
      submit: (connection: Connection) => {
        stream = connection.stream;
        connection.query(text);
      },
      /** One row each. The bytes are the parser's own and are overwritten by what comes next. */
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        lines.push(chunk.toString('utf8', 0, chunk.length - 1));
        bytes += chunk.length;
        if (bytes < batchBytes) return;
        stream?.pause();
        wake();
      },
      handleCommandComplete: () => {},
      handleError: (error: Error) => end(error),
      handleReadyForQuery: () => end(null),
    }),
  };
}

const withLiterals = ({ sql, parameters }: Statement): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/** The fields of a line as they were stored; null is null. */
export function fieldsOf(line: string): (string | null)[] {
  return line.split('\t').map(fieldOf);
}

function fieldOf(field: string): string | null {
  if (!field.includes('\\')) return field;
  return field === '\\N' ? null : field.replaceAll(/\\(.)/gs, unescaped);
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const unescaped = (_: string, sign: string): string => escapes[sign] ?? sign;
