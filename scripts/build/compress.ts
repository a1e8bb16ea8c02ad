// Text files compressed once, at build time.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const isCompressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes a `.br` and a `.gz` version of each text file; the server chooses by `accept-encoding`. */
export function compressFiles(): Plugin {
  let outDir = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true });
      // All at once: zlib works on every processor.
      await Promise.all(files.filter((name) => isCompressible.test(name)).map((file) => compress(join(outDir, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < 512) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
}
