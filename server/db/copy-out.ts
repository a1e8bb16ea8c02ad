// Streams rows with COPY, the fastest way out of PostgreSQL, with backpressure: while the reader is busy nothing more is read
// from the connection, so that PostgreSQL waits and memory stays bounded.
// COPY takes no parameters: the values of a compiled query are inlined as escaped literals.

import type { CompiledQuery } from 'kysely';
import pg, { type ClientBase, type Connection } from 'pg';

type CopiedStatement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Yields lines of the text format in batches; `fieldsOf` decodes them. Stopping early closes the connection. */
export async function* copyOut(
  client: ClientBase,
  query: CopiedStatement,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const receiver = createReceiver();
  const end = () => receiver.stream()?.destroy();
  signal.throwIfAborted();
  signal.addEventListener('abort', end, { once: true });
  client.query(receiver.queryOf(`copy (${withLiterals(query)}) to stdout`));
  try {
    for (let lines = await receiver.next(); lines.length > 0; lines = await receiver.next()) yield lines;
  } finally {
    signal.removeEventListener('abort', end);
    if (!receiver.isOver()) end();
  }
}

/** Large enough to avoid constant waiting, small enough for a hundred concurrent exports. */
const batchBytes = 64_000;

function createReceiver() {
  const batch = createBatch();
  let stream: Connection['stream'] | undefined;
  let over: { error: Error | null } | undefined;
  const signal = createSignal();
  const end = (error: Error | null) => {
    over ??= { error };
    signal.send();
  };
  return {
    stream: () => stream,
    isOver: () => over !== undefined,
    /** The next batch of lines; empty at the end. */
    next: async (): Promise<string[]> => {
      while (!batch.isFull() && !over) await signal.next();
      if (over?.error) throw over.error;
      const lines = batch.take();
      // The next batch is received while the reader processes this one.
      stream?.resume();
      return lines;
    },
    queryOf: (text: string) => ({
      submit: (connection: Connection) => {
        stream = connection.stream;
        connection.query(text);
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        batch.add(chunk);
        if (!batch.isFull()) return;
        stream?.pause();
        signal.send();
      },
      handleCommandComplete: () => {},
      handleError: (error: Error) => end(error),
      handleReadyForQuery: () => end(null),
    }),
  };
}

function createSignal() {
  let sent = Promise.withResolvers<void>();
  return {
    next: () => sent.promise,
    send: () => {
      sent.resolve();
      sent = Promise.withResolvers();
    },
  };
}

function createBatch() {
  let lines: string[] = [];
  let bytes = 0;
  return {
    isFull: () => bytes >= batchBytes,
    /** One row. The buffer belongs to the parser and is overwritten afterwards. */
    add: (chunk: Buffer) => {
      lines.push(chunk.toString('utf8', 0, chunk.length - 1));
      bytes += chunk.length;
    },
    take: () => {
      const taken = lines;
      [lines, bytes] = [[], 0];
      return taken;
    },
  };
}

const withLiterals = ({ sql, parameters }: CopiedStatement): string =>
  sql.replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/** The decoded fields of a line. */
export function fieldsOf(line: string): (string | null)[] {
  return line.split('\t').map(fieldOf);
}

function fieldOf(field: string): string | null {
  if (!field.includes('\\')) return field;
  return field === '\\N' ? null : field.replaceAll(/\\(.)/gs, unescaped);
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const unescaped = (_: string, sign: string): string => escapes[sign] ?? sign;
