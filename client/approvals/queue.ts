// The walk through the worklogs that wait: where one is, what became of each, which comes next. Nothing here waits or asks.

export type Fate = 'open' | 'approved' | 'rejected' | 'skipped' | 'elsewhere';

export type Entry = {
  id: string;
  fate: Fate;
  /** What was on the screen when the walk went on: what came after it has to be looked at. */
  seenVersion: number | null;
  /** Why the server refused a decision on it. */
  reason: string | null;
};

export type Queue = {
  entries: readonly Entry[];
  /** Past the end: everything has been walked. */
  at: number;
  /** How many the last step passed over because others had decided them. */
  passed: number;
  /** How many come before the reader a second time, because a decision on them was refused: the counter goes on. */
  repeats: number;
};

export const emptyQueue: Queue = { entries: [], at: 0, passed: 0, repeats: 0 };

/** Worklogs that were found waiting; those already in the walk keep their places. */
export function extend(queue: Queue, ids: readonly string[]): Queue {
  const known = new Set(queue.entries.map(({ id }) => id));
  const added = ids
    .filter((id) => !known.has(id))
    .map((id): Entry => ({ id, fate: 'open', seenVersion: null, reason: null }));
  return added.length === 0 ? queue : { ...queue, entries: [...queue.entries, ...added] };
}

export const currentOf = (queue: Queue): Entry | null => queue.entries[queue.at] ?? null;

/** The next ones that still wait, to be loaded ahead. */
export const upcoming = (queue: Queue, count: number): string[] =>
  queue.entries
    .slice(queue.at + 1)
    .filter(({ fate }) => fate === 'open')
    .slice(0, count)
    .map(({ id }) => id);

/** Settles the current one and goes to the next that is open, passing over those of which `isDecided` knows better. */
export function advance(queue: Queue, fate: Exclude<Fate, 'open'>, isDecided: (id: string) => boolean): Queue {
  const entries = queue.entries.map((entry, index) =>
    index === queue.at && (entry.fate === 'open' || entry.fate === 'skipped') ? { ...entry, fate } : entry,
  );
  let at = queue.at + 1;
  let passed = 0;
  for (; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry?.fate !== 'open') continue;
    if (!isDecided(entry.id)) break;
    entries[at] = { ...entry, fate: 'elsewhere' };
    passed += 1;
  }
  return { ...queue, entries, at, passed };
}

/** The current one as it is on the screen, before the walk goes on from it. */
export const withSeen = (queue: Queue, version: number | undefined): Queue => {
  const entry = currentOf(queue);
  if (!entry || version === undefined) return queue;
  return { ...queue, entries: queue.entries.with(queue.at, { ...entry, seenVersion: version }) };
};

/** Back to the one before, whatever became of it. */
export const back = (queue: Queue): Queue => ({ ...queue, at: Math.max(0, queue.at - 1), passed: 0 });

/** An undone decision: open again, and before the reader again. */
export function reopened(queue: Queue, id: string): Queue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  if (index < 0) return queue;
  const entries = queue.entries.map((entry) => (entry.id === id ? { ...entry, fate: 'open' as const } : entry));
  return { ...queue, entries, at: index, passed: 0 };
}

/**
 * The server refused a decision. Because the reader is already at the next worklog, the refused one comes right after it:
 * what is under the hand never changes by itself.
 */
export function refusedLater(queue: Queue, id: string, refusal: { version: number; reason: string }): Queue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  const entry = queue.entries[index];
  if (!entry) return queue;
  const again: Entry = { ...entry, fate: 'open', seenVersion: refusal.version, reason: refusal.reason };
  if (index >= queue.at) return { ...queue, entries: queue.entries.with(index, again) };
  const others = queue.entries.filter((one) => one.id !== id);
  const at = Math.max(0, queue.at - 1);
  const entries = others.toSpliced(Math.min(at + 1, others.length), 0, again);
  return { ...queue, entries, at, repeats: queue.repeats + 1 };
}

/** The server refused because somebody else had decided: the walk goes on, and the end tells of it. */
export const decidedElsewhere = (queue: Queue, id: string): Queue => ({
  ...queue,
  entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, fate: 'elsewhere' } : entry)),
});

export type Tally = Record<Fate, number>;

export function tally(queue: Queue): Tally {
  const counts: Tally = { open: 0, approved: 0, rejected: 0, skipped: 0, elsewhere: 0 };
  for (const { fate } of queue.entries) counts[fate] += 1;
  return counts;
}

type Progress = { n: number; m: number };

/** "n of m": m counts also those that wait beyond what is loaded, and never less than it did (`most`). */
export const progress = (queue: Queue, waitingBeyond: number, most = 0): Progress => ({
  n: Math.min(queue.at + 1, queue.entries.length) + queue.repeats,
  m: Math.max(most, queue.entries.length + queue.repeats + Math.max(0, waitingBeyond)),
});

type Waiting = { items: number; shown: readonly { id: string; isDecidable: boolean }[]; pageSize: number };

/**
 * How many wait beyond the walk, by the oldest of what waits. Where that is all of it, they are counted one by one: the total
 * may be older or newer than the rows. Where it is older than the walk's own decisions, it still holds what they were about.
 */
export function beyondOf(queue: Queue, { items, shown, pageSize }: Waiting): number {
  const fates = new Map(queue.entries.map(({ id, fate }) => [id, fate]));
  if (shown.length < pageSize) return shown.filter(({ id, isDecidable }) => isDecidable && !fates.has(id)).length;
  const isWalked = (fate: Fate | undefined) => fate !== undefined && fate !== 'open' && fate !== 'skipped';
  const others = shown.filter(({ id, isDecidable }) => !isDecidable || isWalked(fates.get(id))).length;
  const { open, skipped } = tally(queue);
  return Math.max(0, items - others - open - skipped);
}

/** The page of waiting worklogs that holds ones not yet walked: the skipped ones still wait before them. */
export const nextPage = (queue: Queue, pageSize: number): number => {
  const { open, skipped } = tally(queue);
  return Math.floor((open + skipped) / pageSize) + 1;
};
