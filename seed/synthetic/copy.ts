// COPY … FROM STDIN over a `pg` connection, which does not support it: five messages of PostgreSQL's protocol.

import { once } from 'node:events';
import type { Client, Connection, Submittable } from 'pg';

type Chunks = Iterable<string>;

/** `target` is the statement without the word COPY; a chunk contains whole rows or parts of them. */
export const copyInto = (client: Client, target: string, chunks: Chunks): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new Copy(`copy ${target}`, chunks, resolve, reject));
  });

/** One row in COPY's text format; no field may need escaping. */
export const rowText = (fields: readonly (string | number | boolean)[]): string => `${fields.join('\t')}\n`;

/** NULL in COPY's text format. */
export const copyNull = '\\N';

/** An instant to the second, by lookup tables for speed: sixty million are written. */
export function instantText(at: number): string {
  const number = Math.floor(at / dayMs);
  const day = days.get(number) ?? new Date(number * dayMs).toISOString().slice(0, 11);
  days.set(number, day);
  return day + times[Math.floor((at % dayMs) / 1_000)];
}

const dayMs = 86_400_000;
const days = new Map<number, string>();
const times = Array.from({ length: 86_400 }, (_, second) => `${new Date(second * 1_000).toISOString().slice(11, 19)}Z`);

/** The callbacks of `pg` for a running statement. */
class Copy implements Submittable {
  private readonly statement: string;
  private readonly chunks: Chunks;
  private readonly resolve: () => void;
  private readonly reject: (error: Error) => void;
  private hasFailed = false;

  constructor(statement: string, chunks: Chunks, resolve: () => void, reject: (error: Error) => void) {
    this.statement = statement;
    this.chunks = chunks;
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(connection: Connection): void {
    connection.stream.write(message('Q', Buffer.from(`${this.statement}\0`)));
  }

  handleCopyInResponse(connection: Connection): void {
    this.send(connection).catch((error: unknown) => {
      connection.stream.write(message('f', Buffer.from(`${String(error)}\0`)));
    });
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.hasFailed = true;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (!this.hasFailed) this.resolve();
  }

  /** Respects the backpressure of the socket. After an error PostgreSQL ignores the remaining data. */
  private async send({ stream }: Connection): Promise<void> {
    for (const chunk of this.chunks) {
      if (this.hasFailed) return;
      if (!stream.write(message('d', Buffer.from(chunk)))) await once(stream, 'drain');
    }
    stream.write(message('c', Buffer.alloc(0)));
  }
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
