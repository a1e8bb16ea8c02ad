// Semaphore for expensive work, fair between companies: waiters are served round-robin by company, and within a company
// round-robin by person, so that a hundred requests of one company delay another company's by one.
// A company that shares the process with others holds a limited number of slots (server/request/active-companies.ts).

import { isOnlyActiveCompany } from './active-companies.ts';

export type SlotOwner = { companyId: string; personId: string };

type Bounds = {
  atOnce: number;
  /** The maximum of one company, while others are active. */
  ofCompany: number;
  /** How many may wait, of one company and of one person in it; one more fails with `refusal`. */
  waiting: { ofCompany: number; ofPerson: number; refusal: () => Error };
  /** For tests. */
  isOnlyCompany?: (companyId: string) => boolean;
};

export type FairSemaphore = {
  <T>(owner: SlotOwner, work: () => Promise<T>): Promise<T>;
  /** Whether work of this company would start immediately. */
  hasFreeSlot(companyId: string): boolean;
};

export function createFairSemaphore({ waiting, ...bounds }: Bounds): FairSemaphore {
  const queue = createFairQueue<() => void>();
  const slots = createSlots(bounds, queue.companies);
  const startWaiting = () => {
    for (let next = queue.take(slots.isFreeFor); next; next = queue.take(slots.isFreeFor)) {
      slots.acquire(next.companyId);
      next.waiter();
    }
  };
  const wait = (owner: SlotOwner): Promise<void> => {
    const { ofCompany, ofPerson } = queue.waiting(owner);
    if (ofCompany >= waiting.ofCompany || ofPerson >= waiting.ofPerson) throw waiting.refusal();
    return new Promise((resolve) => queue.add(owner, resolve));
  };
  const hasFreeSlot = (companyId: string) =>
    queue.waiting({ companyId, personId: '' }).ofCompany === 0 && slots.isFreeFor(companyId);
  const run = async <T>(owner: SlotOwner, work: () => Promise<T>): Promise<T> => {
    if (hasFreeSlot(owner.companyId)) slots.acquire(owner.companyId);
    else await wait(owner);
    try {
      return await work();
    } finally {
      slots.release(owner.companyId);
      startWaiting();
    }
  };
  return Object.assign(run, { hasFreeSlot });
}

/** Counts what is running, in all and of each company. */
function createSlots(
  { atOnce, ofCompany, isOnlyCompany = isOnlyActiveCompany }: Omit<Bounds, 'waiting'>,
  waitingCompanies: () => Iterable<string>,
) {
  const running = new Map<string, number>();
  let count = 0;
  const shareOf = (companyId: string): number => {
    const others = [...running.keys(), ...waitingCompanies()].some((id) => id !== companyId);
    return others || !isOnlyCompany(companyId) ? ofCompany : atOnce;
  };
  return {
    isFreeFor: (companyId: string) => count < atOnce && (running.get(companyId) ?? 0) < shareOf(companyId),
    acquire: (companyId: string) => {
      count += 1;
      running.set(companyId, (running.get(companyId) ?? 0) + 1);
    },
    release: (companyId: string) => {
      count -= 1;
      const left = (running.get(companyId) ?? 1) - 1;
      if (left > 0) running.set(companyId, left);
      else running.delete(companyId);
    },
  };
}

/** Round-robin: after being served, a company moves to the end of the queue, and so does a person within the company. */
function createFairQueue<T>() {
  const queues = new Map<string, Map<string, T[]>>();
  const takeOf = (companyId: string, people: Map<string, T[]>): T | undefined => {
    const [personId = '', own = []] = people.entries().next().value ?? [];
    const waiter = own.shift();
    people.delete(personId);
    if (own.length > 0) people.set(personId, own);
    queues.delete(companyId);
    if (people.size > 0) queues.set(companyId, people);
    return waiter;
  };
  return {
    companies: () => queues.keys(),
    waiting: ({ companyId, personId }: SlotOwner) => {
      const people = queues.get(companyId);
      const ofCompany = people?.values().reduce((sum, own) => sum + own.length, 0) ?? 0;
      return { ofCompany, ofPerson: people?.get(personId)?.length ?? 0 };
    },
    add: ({ companyId, personId }: SlotOwner, waiter: T): void => {
      const people = queues.get(companyId) ?? new Map<string, T[]>();
      queues.set(companyId, people);
      people.set(personId, [...(people.get(personId) ?? []), waiter]);
    },
    /** The next waiter of the first company that may run. */
    take: (mayRun: (companyId: string) => boolean): { companyId: string; waiter: T } | null => {
      for (const [companyId, people] of queues) {
        if (!mayRun(companyId)) continue;
        const waiter = takeOf(companyId, people);
        if (waiter !== undefined) return { companyId, waiter };
      }
      return null;
    },
  };
}
