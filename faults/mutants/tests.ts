// The tests of a copy of the working tree, in one instance of Vitest: what did not change since the last run is not compiled again.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVitest } from 'vitest/node';

export type Failure = { file: string; test: string };
/** The first test of a file that fails, or of this name; null if all pass. */
export type RunTests = (tests: { file: string; name?: string }) => Promise<Failure | null>;

const closeLimitMs = 5_000;

type Tests = { runTests: RunTests; invalidate(file: string): void; close(): Promise<void> };

export async function openTests(folder: string, clusterHost: string): Promise<Tests> {
  process.chdir(folder);
  process.env.RUNNING_TEST_CLUSTER = clusterHost;
  const reporters = [{ onInit: () => undefined }];
  const vitest = await createVitest('test', { root: folder, watch: false, maxWorkers: 1, reporters, silent: true });
  await vitest.standalone();
  const runTests: RunTests = async ({ file, name }) => {
    const path = join(folder, file);
    const specifications = await vitest.globTestSpecifications([path]);
    if (name === undefined) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}$`));
    const { testModules } = await vitest.runTestSpecifications(specifications);
    // The result names the modules of earlier runs, too.
    const module = testModules.find(({ moduleId }) => moduleId === path);
    const [failed] = module?.children.allTests('failed') ?? [];
    if (failed !== undefined) return { file, test: failed.fullName.replaceAll(' > ', ' ') };
    if (module?.ok()) return null;
    return { file, test: module?.errors()[0]?.message.split('\n')[0] ?? 'the test file does not load' };
  };
  // A process of a test that does not end is not waited for.
  const close = async () => {
    await Promise.race([vitest.close(), sleep(closeLimitMs, undefined, { ref: false })]);
  };
  return { runTests, invalidate: (file) => void vitest.invalidateFile(file), close };
}
