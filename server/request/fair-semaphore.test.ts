import { beforeEach, describe, expect, test } from 'vitest';
import { isOnlyActiveCompany, recordActivity } from './active-companies.ts';
import { createFairSemaphore } from './fair-semaphore.ts';

let order: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  order = [];
  ends = new Map();
});

const full = () => new Error('full');
const waiting = { ofCompany: 4, ofPerson: 3, refusal: full };
const shared = () => createFairSemaphore({ atOnce: 2, ofCompany: 1, waiting, isOnlyCompany: () => false });

/** Work that lasts until `end` is called. */
function begin(gate: ReturnType<typeof createFairSemaphore>, companyId: string, personId: string, name: string) {
  return gate({ companyId, personId }, async () => {
    order.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
  });
}

async function end(name: string) {
  ends.get(name)?.();
  for (let tick = 0; tick < 10; tick++) await Promise.resolve();
}

describe('expensive work', () => {
  test('of one company leaves a slot to the next company, however much of it waits', async () => {
    const gate = shared();
    for (const name of ['a1', 'a2', 'a3']) void begin(gate, 'A', 'ann', name);
    void begin(gate, 'B', 'bob', 'b1');
    expect(order).toEqual(['a1', 'b1']);
  });

  test('is served in turn by company, and by person within a company', async () => {
    const gate = shared();
    void begin(gate, 'A', 'ann', 'a1');
    void begin(gate, 'C', 'cem', 'c1');
    for (const name of ['a2', 'a3']) void begin(gate, 'A', 'ann', name);
    void begin(gate, 'A', 'abe', 'abe');
    void begin(gate, 'B', 'bob', 'b1');
    void begin(gate, 'B', 'bob', 'b2');
    for (const name of ['a1', 'c1', 'b1', 'a2', 'b2', 'abe']) await end(name);
    expect(order).toEqual(['a1', 'c1', 'a2', 'b1', 'b2', 'abe', 'a3']);
  });

  test('of a company that is alone may use all slots, until another company comes', async () => {
    const gate = createFairSemaphore({ atOnce: 3, ofCompany: 1, waiting, isOnlyCompany: () => true });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void begin(gate, 'A', 'ann', name);
    expect(order).toEqual(['a1', 'a2', 'a3']);
    void begin(gate, 'B', 'bob', 'b1');
    await end('a1');
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1']);
    await end('a2');
    await end('a3');
    expect(order.at(-1)).toBe('a4');
  });

  test('is refused if too much of one company or one person is waiting; others are still accepted', async () => {
    const gate = shared();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void begin(gate, 'A', 'ann', name);
    await expect(begin(gate, 'A', 'ann', 'a5')).rejects.toThrow('full');
    void begin(gate, 'A', 'abe', 'abe');
    await expect(begin(gate, 'A', 'ada', 'ada')).rejects.toThrow('full');
    void begin(gate, 'B', 'bob', 'b1');
    expect(order).toEqual(['a1', 'b1']);
  });

  test('releases its slot when it fails', async () => {
    const gate = shared();
    const fail = () => gate({ companyId: 'A', personId: 'ann' }, () => Promise.reject(new Error('broken')));
    await expect(fail()).rejects.toThrow('broken');
    await expect(fail()).rejects.toThrow('broken');
    expect(gate.hasFreeSlot('A')).toBe(true);
  });
});

test('a company counts as alone until another one makes a request, and again some time after it', () => {
  recordActivity('A', 1_000);
  expect(isOnlyActiveCompany('A', 1_000 + 60_000)).toBe(true);
  recordActivity('B', 2_000);
  recordActivity('A', 3_000);
  recordActivity('A', 4_000);
  expect([isOnlyActiveCompany('A', 5_000), isOnlyActiveCompany('B', 5_000)]).toEqual([false, false]);
  expect(isOnlyActiveCompany('A', 2_000 + 60_000)).toBe(true);
});
