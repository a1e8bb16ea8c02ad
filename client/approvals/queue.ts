// The queue of a review: the current position, the outcome of each worklog, and which comes next. Pure functions.

export type ReviewOutcome = 'open' | 'approved' | 'rejected' | 'skipped' | 'elsewhere';

export type QueueEntry = {
  id: string;
  outcome: ReviewOutcome;
  /** The version that was shown when the user moved on; later changes must be reviewed. */
  seenVersion: number | null;
  /** Why the server refused a decision on it. */
  reason: string | null;
};

export type ReviewQueue = {
  entries: readonly QueueEntry[];
  /** Index of the current entry; at the end of the list the review is finished. */
  at: number;
  /** How many entries the last step skipped because others had decided them. */
  passed: number;
  /** How many entries are shown a second time because a decision was refused; the counter includes them. */
  repeats: number;
};

export const emptyQueue: ReviewQueue = { entries: [], at: 0, passed: 0, repeats: 0 };

/** Adds pending worklogs; those already in the queue keep their positions. */
export function addToQueue(queue: ReviewQueue, ids: readonly string[]): ReviewQueue {
  const known = new Set(queue.entries.map(({ id }) => id));
  const added = ids
    .filter((id) => !known.has(id))
    .map((id): QueueEntry => ({ id, outcome: 'open', seenVersion: null, reason: null }));
  return added.length === 0 ? queue : { ...queue, entries: [...queue.entries, ...added] };
}

export const currentEntry = (queue: ReviewQueue): QueueEntry | null => queue.entries[queue.at] ?? null;

/** The next open entries, for prefetching. */
export const upcomingIds = (queue: ReviewQueue, count: number): string[] =>
  queue.entries
    .slice(queue.at + 1)
    .filter(({ outcome }) => outcome === 'open')
    .slice(0, count)
    .map(({ id }) => id);

/** Sets the outcome of the current entry and moves to the next open one, skipping those that `isDecided` reports. */
export function advanceQueue(
  queue: ReviewQueue,
  outcome: Exclude<ReviewOutcome, 'open'>,
  isDecided: (id: string) => boolean,
): ReviewQueue {
  const entries = queue.entries.map((entry, index) =>
    index === queue.at && (entry.outcome === 'open' || entry.outcome === 'skipped') ? { ...entry, outcome } : entry,
  );
  let at = queue.at + 1;
  let passed = 0;
  for (; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry?.outcome !== 'open') continue;
    if (!isDecided(entry.id)) break;
    entries[at] = { ...entry, outcome: 'elsewhere' };
    passed += 1;
  }
  return { ...queue, entries, at, passed };
}

/** Remembers the shown version of the current entry before moving on. */
export const rememberSeenVersion = (queue: ReviewQueue, version: number | undefined): ReviewQueue => {
  const entry = currentEntry(queue);
  if (!entry || version === undefined) return queue;
  return { ...queue, entries: queue.entries.with(queue.at, { ...entry, seenVersion: version }) };
};

/** Moves to the previous entry, whatever its outcome. */
export const previousEntry = (queue: ReviewQueue): ReviewQueue => ({
  ...queue,
  at: Math.max(0, queue.at - 1),
  passed: 0,
});

/** After an undone decision: the entry is open and current again. */
export function reopenEntry(queue: ReviewQueue, id: string): ReviewQueue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  if (index < 0) return queue;
  const entries = queue.entries.map((entry) => (entry.id === id ? { ...entry, outcome: 'open' as const } : entry));
  return { ...queue, entries, at: index, passed: 0 };
}

/**
 * The server refused a decision. As the user is already at the next worklog, the refused one comes right after it: the
 * current worklog never changes by itself.
 */
export function requeueRefused(
  queue: ReviewQueue,
  id: string,
  refusal: { version: number; reason: string },
): ReviewQueue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  const entry = queue.entries[index];
  if (!entry) return queue;
  const again: QueueEntry = { ...entry, outcome: 'open', seenVersion: refusal.version, reason: refusal.reason };
  if (index >= queue.at) return { ...queue, entries: queue.entries.with(index, again) };
  const others = queue.entries.filter((one) => one.id !== id);
  const at = Math.max(0, queue.at - 1);
  const entries = others.toSpliced(Math.min(at + 1, others.length), 0, again);
  return { ...queue, entries, at, repeats: queue.repeats + 1 };
}

/** The server refused because somebody else had decided: the review continues, and the summary counts it. */
export const markDecidedElsewhere = (queue: ReviewQueue, id: string): ReviewQueue => ({
  ...queue,
  entries: queue.entries.map((entry) => (entry.id === id ? { ...entry, outcome: 'elsewhere' } : entry)),
});

export type OutcomeCounts = Record<ReviewOutcome, number>;

export function countOutcomes(queue: ReviewQueue): OutcomeCounts {
  const counts: OutcomeCounts = { open: 0, approved: 0, rejected: 0, skipped: 0, elsewhere: 0 };
  for (const { outcome } of queue.entries) counts[outcome] += 1;
  return counts;
}

type Progress = { n: number; m: number };

/** "n of m": m also counts pending worklogs that are not loaded, and never falls below `minTotal`, its earlier maximum. */
export const reviewProgress = (queue: ReviewQueue, waitingBeyond: number, minTotal = 0): Progress => ({
  n: Math.min(queue.at + 1, queue.entries.length) + queue.repeats,
  m: Math.max(minTotal, queue.entries.length + queue.repeats + Math.max(0, waitingBeyond)),
});

type PendingPage = { items: number; shown: readonly { id: string; isDecidable: boolean }[]; pageSize: number };

/**
 * How many pending worklogs are not in the queue, from the first page of pending ones. If that page is complete, they are
 * counted one by one, because the total may be older or newer than the rows. Otherwise worklogs that were decided in this
 * review may still be part of the total and are subtracted.
 */
export function countBeyond(queue: ReviewQueue, { items, shown, pageSize }: PendingPage): number {
  const outcomes = new Map(queue.entries.map(({ id, outcome }) => [id, outcome]));
  if (shown.length < pageSize) return shown.filter(({ id, isDecidable }) => isDecidable && !outcomes.has(id)).length;
  const isDecidedHere = (outcome: ReviewOutcome | undefined) =>
    outcome !== undefined && outcome !== 'open' && outcome !== 'skipped';
  const others = shown.filter(({ id, isDecidable }) => !isDecidable || isDecidedHere(outcomes.get(id))).length;
  const { open, skipped } = countOutcomes(queue);
  return Math.max(0, items - others - open - skipped);
}

/** The page of pending worklogs with entries not yet in the queue: open and skipped ones still precede them. */
export const nextPendingPage = (queue: ReviewQueue, pageSize: number): number => {
  const { open, skipped } = countOutcomes(queue);
  return Math.floor((open + skipped) / pageSize) + 1;
};
