// Waits for an event by asking again and again; also outside a test run, for faults/.
import { setTimeout as sleep } from 'node:timers/promises';

export async function waitUntil<T>(
  find: () => T | Promise<T>,
  { timeout, interval = 50 }: { timeout: number; interval?: number },
): Promise<Exclude<T, false | null | undefined>> {
  for (const deadline = performance.now() + timeout; ; await sleep(interval)) {
    const found = await find();
    if (isFound(found)) return found;
    if (performance.now() > deadline) throw new Error(`It did not happen within ${timeout} ms: ${find}`);
  }
}

const isFound = <T>(found: T): found is Exclude<T, false | null | undefined> =>
  found !== false && found !== null && found !== undefined;
