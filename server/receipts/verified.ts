// The bytes of a stored receipt, compared with the length and hash of its row while they are read. The last piece is held
// back until both are right, so that a damaged file never arrives as a whole one; a store that stops sending is not waited for.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

type Expected = { bytes: number; sha256: string };

/** So much is read before the answer begins: what is damaged in a smaller file is answered as a problem. */
const headBytes = 1_000_000;
const defaultStallMs = 20_000;

/** Throws where a small file is damaged; a large one fails while it is read, after `onDamage` was called. */
export async function verifiedReceipt(
  stored: Readable,
  expected: Expected,
  { onDamage, stallMs = defaultStallMs }: { onDamage: (error: Error) => void; stallMs?: number | undefined },
): Promise<Readable> {
  const pieces = verifiedPieces(stored, expected, stallMs);
  const head: Buffer[] = [];
  let isWhole = false;
  for (let length = 0; length < headBytes && !isWhole; ) {
    const { value, done } = await pieces.next();
    isWhole = done === true;
    if (value) head.push(value);
    length += value?.length ?? 0;
  }
  const all = async function* () {
    yield* head;
    try {
      yield* pieces;
    } catch (error) {
      onDamage(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
  return Readable.from(all(), { objectMode: false });
}

async function* verifiedPieces(
  stored: Readable,
  { bytes, sha256 }: Expected,
  stallMs: number,
): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256');
  const endStalled = () =>
    setTimeout(() => stored.destroy(new Error('the store of receipts stopped sending')), stallMs);
  let stall = endStalled();
  let length = 0;
  let held: Buffer | undefined;
  try {
    for await (const chunk of stored) {
      clearTimeout(stall);
      const piece = Buffer.from(chunk);
      length += piece.length;
      if (length > bytes) throw new Error('it is longer than when it was stored');
      hash.update(piece);
      if (held) yield held;
      held = piece;
      stall = endStalled();
    }
    if (length < bytes) throw new Error('it is shorter than when it was stored');
    if (hash.digest('hex') !== sha256) throw new Error('its content is not what was stored');
    if (held) yield held;
  } finally {
    clearTimeout(stall);
    stored.destroy();
  }
}
