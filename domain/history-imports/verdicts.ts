// What becomes of each row of an import of history: imported, already there, not work, or skipped for a reason. Every row has one verdict.

export const historyVerdicts = {
  new: 'imported',
  shortened: 'imported',
  overlapping: 'imported',
  placed: 'imported',
  'length-only': 'imported',
  known: 'merged',
  // Time off and holidays too.
  break: 'not-work',
  'wrong-date': 'skipped',
  'wrong-time': 'skipped',
  'wrong-length': 'skipped',
  'negative-length': 'skipped',
  'no-length': 'skipped',
  'too-short': 'skipped',
  'too-long': 'skipped',
  'no-person': 'skipped',
  invited: 'skipped',
  overlaps: 'skipped',
  'no-free-time': 'skipped',
  'without-times': 'skipped',
  locked: 'skipped',
  future: 'skipped',
} as const satisfies Record<string, 'imported' | 'merged' | 'not-work' | 'skipped'>;

export type HistoryVerdict = keyof typeof historyVerdicts;
export const historyVerdictNames = Object.keys(historyVerdicts).filter(
  (name): name is HistoryVerdict => name in historyVerdicts,
);

export type HistoryOutcome = (typeof historyVerdicts)[HistoryVerdict];

export const verdictsWithOutcome = (outcome: HistoryOutcome): HistoryVerdict[] =>
  historyVerdictNames.filter((name) => historyVerdicts[name] === outcome);

export const rowsWithOutcome = (counts: Readonly<Record<HistoryVerdict, number>>, outcome: HistoryOutcome): number =>
  verdictsWithOutcome(outcome).reduce((sum, verdict) => sum + counts[verdict], 0);

/** Rows that somebody should look at: all that are skipped, and those that enter with other times than in the file. */
export const historyProblems: readonly HistoryVerdict[] = historyVerdictNames.filter(
  (name) => !['new', 'known', 'break', 'length-only', 'placed'].includes(name),
);
