// What the rows of an import may leave open; each is asked only if there are such rows, once for all files. Named as the choice that answers it.

export const historyQuestions = [
  'zone',
  'status',
  'overlapChoice',
  'withoutTimes',
  'projectName',
  'taskName',
  'intoLocked',
] as const;
export type HistoryQuestionName = (typeof historyQuestions)[number];

/** Rows that are shown with a question. */
export const maxHistoryExamples = 3;
