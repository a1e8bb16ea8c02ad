// The queue of a review: the current position, the outcome of each worklog, and which comes next. Pure functions.

export type Fate = 'open' | 'approved' | 'rejected' | 'skipped' | 'elsewhere';

export type Entry = {
  id: string;
  fate: Fate;
  /** The version that was shown when the user moved on; later changes must be reviewed. */
  seenVersion: number | null;
  /** Why the server refused a decision on it. */
  reason: string | null;
};

export type Queue = {
  entries: readonly Entry[];
  /** Index of the current entry; at the end of the list the review is finished. */
  at: number;
  /** How many entries the last step skipped because others had decided them. */
  passed: number;
  /** How many entries are shown a second time because a decision was refused; the counter includes them. */
  repeats: number;
};

export const emptyQueue: Queue = { entries: [], at: 0, passed: 0, repeats: 0 };

/** Adds pending worklogs; those already in the queue keep their positions. */
export function extend(queue: Queue, ids: readonly string[]): Queue {
  const known = new Set(queue.entries.map(({ id }) => id));
  const added = ids
    .filter((id) => !known.has(id))
    .map((id): Entry => ({ id, fate: 'open', seenVersion: null, reason: null }));
  return added.length === 0 ? queue : { ...queue, entries: [...queue.entries, ...added] };
}

export const currentOf = (queue: Queue): Entry | null => queue.entries[queue.at] ?? null;

/** The next open entries, for prefetching. */
export const upcoming = (queue: Queue, count: number): string[] =>
  queue.entries
    .slice(queue.at + 1)
    .filter(({ fate }) => fate === 'open')
    .slice(0, count)
    .map(({ id }) => id);

/** Sets the outcome of the current entry and moves to the next open one, skipping those that `isDecided` reports. */
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

/** Remembers the shown version of the current entry before moving on. */
export const withSeen = (queue: Queue, version: number | undefined): Queue => {
  const entry = currentOf(queue);
  if (!entry || version === undefined) return queue;
  return { ...queue, entries: queue.entries.with(queue.at, { ...entry, seenVersion: version }) };
};

/** Moves to the previous entry, whatever its outcome. */
export const back = (queue: Queue): Queue => ({ ...queue, at: Math.max(0, queue.at - 1), passed: 0 });

/** After an undone decision: the entry is open and current again. */
export function reopened(queue: Queue, id: string): Queue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  if (index < 0) return queue;
  const entries = queue.entries.map((entry) => (entry.id === id ? { ...entry, fate: 'open' as const } : entry));
  return { ...queue, entries, at: index, passed: 0 };
}

/**
 * The server refused a decision. As the user is already at the next worklog, the refused one comes right after it: the
 * current worklog never changes by itself.
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

/** The server refused because somebody else had decided: the review continues, and the summary counts it. */
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

/** "n of m": m also counts pending worklogs that are not loaded, and never falls below its earlier maximum (`most`). */
export const progress = (queue: Queue, waitingBeyond: number, most = 0): Progress => ({
  n: Math.min(queue.at + 1, queue.entries.length) + queue.repeats,
  m: Math.max(most, queue.entries.length + queue.repeats + Math.max(0, waitingBeyond)),
});

type Waiting = { items: number; shown: readonly { id: string; isDecidable: boolean }[]; pageSize: number };

/**
 * How many pending worklogs are not in the queue, from the first page of pending ones. If that page is complete, they are
 * counted one by one, because the total may be older or newer than the rows. Otherwise worklogs that were decided in this
 * review may still be part of the total and are subtracted.
 */
export function beyondOf(queue: Queue, { items, shown, pageSize }: Waiting): number {
  const fates = new Map(queue.entries.map(({ id, fate }) => [id, fate]));
  if (shown.length < pageSize) return shown.filter(({ id, isDecidable }) => isDecidable && !fates.has(id)).length;
  const isWalked = (fate: Fate | undefined) => fate !== undefined && fate !== 'open' && fate !== 'skipped';
  const others = shown.filter(({ id, isDecidable }) => !isDecidable || isWalked(fates.get(id))).length;
  const { open, skipped } = tally(queue);
  return Math.max(0, items - others - open - skipped);
}

/** The page of pending worklogs with entries not yet in the queue: open and skipped ones still precede them. */
export const nextPage = (queue: Queue, pageSize: number): number => {
  const { open, skipped } = tally(queue);
  return Math.floor((open + skipped) / pageSize) + 1;
};
