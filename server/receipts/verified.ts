// Verifies the bytes of a stored receipt against the size and hash of its row while they are read. The last chunk is withheld until
// both match, so that a damaged file never arrives complete; a store that stops sending times out.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

type Expected = { bytes: number; sha256: string };

/** Read before the response begins, so that damage in a smaller file is answered as a problem. */
const headBytes = 1_000_000;
const defaultStallMs = 20_000;

/** Throws if a small file is damaged; a large one fails while it is read, after calling `onDamage`. */
export async function verifiedReceipt(
  stored: Readable,
  expected: Expected,
  { onDamage, stallMs = defaultStallMs }: { onDamage: (error: Error) => void; stallMs?: number | undefined },
): Promise<Readable> {
  const chunks = verifiedChunks(stored, expected, stallMs);
  const head: Buffer[] = [];
  let isComplete = false;
  for (let length = 0; length < headBytes && !isComplete; ) {
    const { value, done } = await chunks.next();
    isComplete = done === true;
    if (value) head.push(value);
    length += value?.length ?? 0;
  }
  const all = async function* () {
    yield* head;
    try {
      yield* chunks;
    } catch (error) {
      onDamage(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  return Readable.from(all(), { objectMode: false });
}

async function* verifiedChunks(
  stored: Readable,
  { bytes, sha256 }: Expected,
  stallMs: number,
): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256');
  const startTimeout = () => setTimeout(() => stored.destroy(new Error('the receipt store stopped sending')), stallMs);
  let timeout = startTimeout();
  let length = 0;
  let previous: Buffer | undefined;
  try {
    for await (const chunk of stored) {
      clearTimeout(timeout);
      const buffer = Buffer.from(chunk);
      length += buffer.length;
      if (length > bytes) throw new Error('it is longer than when it was stored');
      hash.update(buffer);
      if (previous) yield previous;
      previous = buffer;
      timeout = startTimeout();
    }
    if (length < bytes) throw new Error('it is shorter than when it was stored');
    if (hash.digest('hex') !== sha256) throw new Error('its content is not what was stored');
    if (previous) yield previous;
  } finally {
    clearTimeout(timeout);
    stored.destroy();
  }
}
