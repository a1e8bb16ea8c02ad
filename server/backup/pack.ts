// How a file is stored: compressed with zstd, then, if there is a recipient, encrypted with age for its public key. The process
// that writes backups cannot decrypt them. Both formats can be read with the usual programs: age -d, zstd -d.

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdCompress, zstdDecompress } from 'node:zlib';
import { StartRefusal } from '../start-refusal.ts';

/** The pieces of a file, in their order. */
type Pieces = Iterable<Buffer> | AsyncIterable<Buffer>;

export type Packer = {
  /** What the name of a packed file ends with. */
  suffix: string;
  pack(content: Pieces): Promise<Buffer>;
};

export type Unpacker = (name: string, stored: Buffer) => Promise<Buffer>;

const decompress = promisify(zstdDecompress);
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

const compress = (content: Pieces): Promise<Buffer> => pipeline(content, createZstdCompress(options), buffer);

export async function openPacker(recipient: string | undefined): Promise<Packer> {
  if (recipient === undefined) return { suffix: '.zst', pack: compress };
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new StartRefusal('BACKUP_RECIPIENT is not a public key of age: npm run backup -- --new-key FILE makes one.');
  }
  const pack = async (content: Pieces) => Buffer.from(await encrypter.encrypt(await compress(content)));
  return { suffix: '.zst.age', pack };
}

/** `identity`: the private key, AGE-SECRET-KEY-1…; only needed for encrypted files. */
export async function openUnpacker(identity: string | undefined): Promise<Unpacker> {
  const decrypt = identity === undefined ? undefined : await openDecrypter(identity);
  return async (name, stored) => {
    if (!name.endsWith('.age')) return decompress(stored);
    if (decrypt === undefined)
      throw new StartRefusal('The backup is encrypted. Name the file with the private key: --key FILE');
    return decompress(await decrypt(stored));
  };
}

async function openDecrypter(identity: string): Promise<(stored: Buffer) => Promise<Uint8Array>> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new StartRefusal(
      'The file of --key contains no private key of age: a line that begins with AGE-SECRET-KEY-1.',
    );
  }
  return async (stored) => {
    try {
      return await decrypter.decrypt(stored);
    } catch (error) {
      // The library has no error class for it.
      if (error instanceof Error && error.message.includes('no identity matched'))
        throw new StartRefusal('The private key of --key is not the one that the backup was encrypted for.');
      throw error;
    }
  };
}

export const checksumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
