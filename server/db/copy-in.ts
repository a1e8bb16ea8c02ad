// COPY … FROM STDIN over a `pg` connection, which does not support it: five messages of PostgreSQL's protocol.

import { once } from 'node:events';
import type { ClientBase, Connection, Submittable } from 'pg';

type Chunks = Iterable<string> | AsyncIterable<Buffer>;

/** `target` is the statement without the word COPY; a chunk contains whole rows or parts of them. An error of `chunks` fails the statement. */
export const copyInto = (client: ClientBase, target: string, chunks: Chunks): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(copyQuery(`copy ${target}`, chunks, { resolve, reject }));
  });

type Outcome = { resolve(): void; reject(error: unknown): void };

/** The callbacks of `pg` for a running statement. After an error PostgreSQL ignores the remaining data. */
function copyQuery(statement: string, chunks: Chunks, { resolve, reject }: Outcome): Submittable {
  let failure: { error: unknown } | undefined;
  const failed = new AbortController();
  const send = async (connection: Connection) => {
    for await (const chunk of chunks) {
      if (failure) return;
      if (!write(connection, 'd', Buffer.from(chunk))) await once(connection.stream, 'drain', failed);
    }
    write(connection, 'c', Buffer.alloc(0));
  };
  const query = {
    submit: (connection: Connection) => void write(connection, 'Q', Buffer.from(`${statement}\0`)),
    handleCopyInResponse: (connection: Connection) => {
      send(connection).catch((error: unknown) => {
        if (failure) return;
        failure = { error };
        write(connection, 'f', Buffer.from('the source failed\0'));
      });
    },
    handleCommandComplete: () => {},
    handleError: (error: Error) => {
      failure ??= { error };
      // A lost connection never drains.
      failed.abort();
      reject(failure.error);
    },
    handleReadyForQuery: () => {
      if (!failure) resolve();
    },
  };
  return query;
}

/** Whether more may be written at once. */
function write({ stream }: Connection, kind: string, body: Buffer): boolean {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return stream.write(Buffer.concat([head, body]));
}
