// A bound of what is done at once, for expensive work, shared between companies: whoever waits is served company by company,
// and within a company person by person, so that a hundred requests of one company delay another company's by one.
// A company that shares the process with others holds only its part of the places (server/request/active-companies.ts).

import { isAlone } from './active-companies.ts';

export type Owner = { companyId: string; personId: string };

type Bounds = {
  atOnce: number;
  /** Of one company, while others are there. */
  ofCompany: number;
  /** How many of one company, and of one person in it, may wait; one more fails with `refusal`. */
  waiting: { ofCompany: number; ofPerson: number; refusal: () => Error };
  /** For tests. */
  sharesWithNobody?: (companyId: string) => boolean;
};

export type FairGate = {
  <T>(owner: Owner, work: () => Promise<T>): Promise<T>;
  /** Whether work of this company would begin at once. */
  hasRoom(companyId: string): boolean;
};

export function createFairGate({ atOnce, ofCompany, waiting, sharesWithNobody = isAlone }: Bounds): FairGate {
  const running = new Map<string, number>();
  const queue = createFairQueue<() => void>();
  let count = 0;
  const shareOf = (companyId: string): number => {
    const others = [...running.keys(), ...queue.companies()].some((id) => id !== companyId);
    return others || !sharesWithNobody(companyId) ? ofCompany : atOnce;
  };
  const mayRun = (companyId: string) => count < atOnce && (running.get(companyId) ?? 0) < shareOf(companyId);
  const enter = (companyId: string) => {
    count += 1;
    running.set(companyId, (running.get(companyId) ?? 0) + 1);
  };
  const begin = () => {
    for (let next = queue.take(mayRun); next; next = queue.take(mayRun)) {
      enter(next.companyId);
      next.waiter();
    }
  };
  const leave = (companyId: string) => {
    count -= 1;
    const left = (running.get(companyId) ?? 1) - 1;
    if (left > 0) running.set(companyId, left);
    else running.delete(companyId);
    begin();
  };
  const wait = (owner: Owner): Promise<void> => {
    const { ofCompany: own, ofPerson } = queue.waiting(owner);
    if (own >= waiting.ofCompany || ofPerson >= waiting.ofPerson) throw waiting.refusal();
    return new Promise((resolve) => queue.add(owner, resolve));
  };
  const hasRoom = (companyId: string) =>
    queue.waiting({ companyId, personId: '' }).ofCompany === 0 && mayRun(companyId);
  const gate = async <T>(owner: Owner, work: () => Promise<T>): Promise<T> => {
    if (hasRoom(owner.companyId)) enter(owner.companyId);
    else await wait(owner);
    try {
      return await work();
    } finally {
      leave(owner.companyId);
    }
  };
  return Object.assign(gate, { hasRoom });
}

/** Who was served goes to the end of the line: companies among each other, and the people of each among each other. */
function createFairQueue<T>() {
  const lines = new Map<string, Map<string, T[]>>();
  const takeOf = (companyId: string, people: Map<string, T[]>): T | undefined => {
    const [personId = '', own = []] = people.entries().next().value ?? [];
    const waiter = own.shift();
    people.delete(personId);
    if (own.length > 0) people.set(personId, own);
    lines.delete(companyId);
    if (people.size > 0) lines.set(companyId, people);
    return waiter;
  };
  return {
    companies: () => lines.keys(),
    waiting: ({ companyId, personId }: Owner) => {
      const people = lines.get(companyId);
      const ofCompany = people?.values().reduce((sum, own) => sum + own.length, 0) ?? 0;
      return { ofCompany, ofPerson: people?.get(personId)?.length ?? 0 };
    },
    add: ({ companyId, personId }: Owner, waiter: T): void => {
      const people = lines.get(companyId) ?? new Map<string, T[]>();
      lines.set(companyId, people);
      people.set(personId, [...(people.get(personId) ?? []), waiter]);
    },
    /** The next of the first company that may have one. */
    take: (mayRun: (companyId: string) => boolean): { companyId: string; waiter: T } | null => {
      for (const [companyId, people] of lines) {
        if (!mayRun(companyId)) continue;
        const waiter = takeOf(companyId, people);
        if (waiter !== undefined) return { companyId, waiter };
      }
      return null;
    },
  };
}
