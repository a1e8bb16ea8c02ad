// Streams rows with COPY, the fastest way out of PostgreSQL, with backpressure: while the reader is busy nothing more is read
// from the connection, so that PostgreSQL waits and memory stays bounded.
// COPY takes no parameters: the values of a compiled query are inlined as escaped literals.

import type { CompiledQuery } from 'kysely';
import pg, { type ClientBase, type Connection } from 'pg';

type CopiedStatement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Yields lines of the text format in batches; `fieldsOf` decodes them. Stopping early closes the connection. */
export function copyOut(client: ClientBase, query: CopiedStatement, signal: AbortSignal): AsyncGenerator<string[]> {
  return received(client, { statement: `copy (${withLiterals(query)}) to stdout`, batch: createLines() }, signal);
}

export type CopiedRows = { bytes: Buffer; rows: number };

/** Yields the CSV format; its heading counts as a row. Stopping early closes the connection. */
export function copyOutCsv(client: ClientBase, query: string, signal: AbortSignal): AsyncGenerator<CopiedRows> {
  const statement = `copy (${query}) to stdout with (format csv, header true)`;
  return received(client, { statement, batch: createBytes() }, signal);
}

async function* received<T>(
  client: ClientBase,
  { statement, batch }: { statement: string; batch: CopyBatch<T> },
  signal: AbortSignal,
): AsyncGenerator<T> {
  const receiver = createReceiver(batch);
  const end = () => receiver.stream()?.destroy();
  signal.throwIfAborted();
  signal.addEventListener('abort', end, { once: true });
  client.query(receiver.queryOf(statement));
  try {
    for (let taken = await receiver.next(); taken !== null; taken = await receiver.next()) yield taken;
  } finally {
    signal.removeEventListener('abort', end);
    if (!receiver.isOver()) end();
  }
}

/** Large enough to avoid constant waiting, small enough for a hundred concurrent exports. */
const batchBytes = 64_000;

function createReceiver<T>(batch: CopyBatch<T>) {
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
    /** The next batch; null at the end. */
    next: async (): Promise<T | null> => {
      while (!batch.isFull() && !over) await signal.next();
      if (over?.error) throw over.error;
      const taken = batch.take();
      // The next batch is received while the reader processes this one.
      stream?.resume();
      return taken;
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

type CopyBatch<T> = {
  isFull(): boolean;
  /** One row. The buffer belongs to the parser and is overwritten afterwards. */
  add(chunk: Buffer): void;
  /** Null if it is empty. */
  take(): T | null;
};

function createLines(): CopyBatch<string[]> {
  let lines: string[] = [];
  let bytes = 0;
  return {
    isFull: () => bytes >= batchBytes,
    add: (chunk) => {
      lines.push(chunk.toString('utf8', 0, chunk.length - 1));
      bytes += chunk.length;
    },
    take: () => {
      const taken = lines;
      [lines, bytes] = [[], 0];
      return taken.length === 0 ? null : taken;
    },
  };
}

function createBytes(): CopyBatch<CopiedRows> {
  let bytes = Buffer.allocUnsafe(2 * batchBytes);
  let length = 0;
  let rows = 0;
  return {
    isFull: () => length >= batchBytes,
    add: (chunk) => {
      if (length + chunk.length > bytes.length) bytes = Buffer.concat([bytes], 2 * (length + chunk.length));
      chunk.copy(bytes, length);
      length += chunk.length;
      rows += 1;
    },
    take: () => {
      if (rows === 0) return null;
      const taken = { bytes: bytes.subarray(0, length), rows };
      bytes = Buffer.allocUnsafe(2 * batchBytes);
      [length, rows] = [0, 0];
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
