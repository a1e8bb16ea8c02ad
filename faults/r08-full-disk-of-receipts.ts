// R08 for receipts: the disk of the files is full for five seconds while people upload.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { grayPng } from '#seed/png.ts';
import type { Random } from '#seed/random.ts';
import { smallVolume } from '#tests/support/full-disk.ts';
import { type Fault, missedOf } from './fault.ts';
import { withSeparateDatabase } from './support/installation.ts';
import { ask, type SignedIn, signInMembers } from './support/people.ts';

const fullMs = 5_000;

export const fullDiskOfReceipts: Fault = {
  id: 'R08-receipts',
  danger: 'the disk of the receipts is full for five seconds while people upload',
  target: 'no file without a row, no row without its file, uploads succeed again without a restart',
  needs: ['root'],
  trials: 3,
  run: async ({ random }) => {
    const volume = smallVolume();
    try {
      return await withSeparateDatabase({}, async ({ connect, serve }) => {
        const server = await serve({ DATA_DIR: volume.folder });
        const superuser = await connect();
        const uploads = startUploads(server.address, await signInMembers(superuser, 'worker', 6), random);
        await sleep(1_500);
        const filling = setInterval(volume.fill, 100);
        volume.fill();
        await sleep(fullMs);
        const whileFull = uploads.statuses();
        clearInterval(filling);
        volume.free();
        const before = uploads.acknowledged.size;
        await sleep(3_000);
        await uploads.stop();
        const { rows } = await superuser.query<{ id: string; name: string; bytes: number }>(
          'select id, storage_name as name, bytes from receipts',
        );
        const files = filesIn(join(volume.folder, 'receipts'));
        const stored = new Set(rows.map(({ id }) => id));
        const withoutRow = [...files.keys()].filter((name) => !rows.some((row) => row.name === name)).length;
        const withoutFile = rows.filter(({ name, bytes }) => files.get(name) !== bytes).length;
        const lost = [...uploads.acknowledged].filter((id) => !stored.has(id)).length;
        return {
          acknowledged: uploads.acknowledged.size,
          lost,
          duplicates: null,
          gapMs: null,
          figures: {
            'rows without a file': withoutFile,
            'files without a row': withoutRow,
            'while full': JSON.stringify(whileFull),
          },
          missed: missedOf({
            'nothing lost': lost === 0,
            'no row without its file': withoutFile === 0,
            'no file without a row': withoutRow === 0,
            'uploads were refused with 503': (whileFull[503] ?? 0) > 0,
            'uploads succeed again': uploads.acknowledged.size > before,
            'only 200 and 503': Object.keys(uploads.statuses()).every((status) => status === '200' || status === '503'),
            'the server keeps running': server.program.exitCode === null,
          }),
        };
      });
    } finally {
      volume.remove();
    }
  },
};

function startUploads(address: string, people: readonly SignedIn[], random: Random) {
  const acknowledged = new Set<string>();
  const statuses: Record<number, number> = {};
  let isOver = false;
  const working = people.map(async (person) => {
    while (!isOver) {
      const { status, body } = await ask(
        { address, person },
        'POST',
        `/companies/${person.companyId}/receipts?fileName=receipt.png`,
        noise(random),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) acknowledged.add(String(JSON.parse(body).id));
      await sleep(20);
    }
  });
  const stop = () => {
    isOver = true;
    return Promise.all(working);
  };
  return { acknowledged, statuses: () => ({ ...statuses }), stop };
}

/** About a hundred kilobytes that do not compress. */
const noise = (random: Random): Buffer =>
  grayPng(
    320,
    320,
    Uint8Array.from({ length: 320 * 320 }, () => random.between(0, 255)),
  );

/** The name and size of every file at any depth, partial ones included. */
function filesIn(folder: string): Map<string, number> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(found.map(({ name, parentPath }) => [name, statSync(join(parentPath, name)).size]));
}
