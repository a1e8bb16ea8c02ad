import { expect, test } from 'vitest';
import { maxConcurrentFiles, maxConcurrentFilesPerCompany, maxConcurrentFilesPerPerson } from '#domain/report-files.ts';
import { type FileSlot, withExportSlot } from './slots.ts';

/** A file that is written until the test ends it. */
function begin(companyId: string, personId: string, { isWaiting = false, waitedMs = 0 } = {}) {
  const ending = Promise.withResolvers<void>();
  const pace: FileSlot['pace'] = {
    sent: () => {},
    taken: () => {},
    isTooSlow: () => false,
    isWaitingForClient: () => isWaiting,
    waitedMs: () => waitedMs,
  };
  let state = 'waits';
  const place = { companyId, personId, pace, abort: ending.resolve };
  const work = async () => {
    state = 'written';
    await ending.promise;
    state = 'ended';
  };
  const done = withExportSlot(place, work).catch((error: Error) => {
    state = error.message;
  });
  return {
    state: () => state,
    end: async () => {
      ending.resolve();
      await done;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a person and a company have a limited number of slots; others are served meanwhile', async () => {
  const files = Array.from({ length: maxConcurrentFilesPerPerson }, () => begin('A', 'ann'));
  const tooMany = begin('A', 'ann');
  const ofCompany = Array.from({ length: maxConcurrentFilesPerCompany - maxConcurrentFilesPerPerson }, (_, n) =>
    begin('A', `abe${n}`),
  );
  const tooManyOfCompany = begin('A', 'ada');
  const other = begin('B', 'bob');
  await settled();
  expect([...files, ...ofCompany, other].every(({ state }) => state() === 'written')).toBe(true);
  expect([tooMany.state(), tooManyOfCompany.state()]).toEqual(['file.too-many', 'file.too-many-of-company']);
  for (const file of [...files, ...ofCompany, other]) await file.end();
});

test('if slow clients use all slots, the slowest one is aborted in favour of another company', async () => {
  const files = Array.from({ length: maxConcurrentFiles }, (_, n) =>
    begin(`C${n % 4}`, `p${n}`, { isWaiting: n !== 0, waitedMs: n === 3 ? 9_000 : 10 * n }),
  );
  const own = begin('C1', 'again');
  const other = begin('B', 'bob');
  await settled();
  expect(own.state()).toBe('file.busy');
  expect(files.map(({ state }) => state()).filter((state) => state === 'ended')).toHaveLength(1);
  expect([files[3]?.state(), other.state()]).toEqual(['ended', 'written']);
  for (const file of [...files, other]) await file.end();
});

test('a quick client is never aborted', async () => {
  const files = Array.from({ length: maxConcurrentFiles }, (_, n) => begin(`C${n % 4}`, `p${n}`));
  const other = begin('B', 'bob');
  await settled();
  expect(other.state()).toBe('file.busy');
  for (const file of files) await file.end();
});
