// Rows of an import of history, as they are shown with questions and verdicts, and their totals.

import { z } from 'zod';
import { maxHistoryExamples } from '#domain/history-imports/questions.ts';
import { historyVerdictNames } from '#domain/history-imports/verdicts.ts';
import { day } from './fields.ts';

const exampleRow = z
  .object({
    fileNumber: z.int(),
    line: z.int().describe('Line of the file or row of the sheet, from 1'),
    person: z.string(),
    project: z.string(),
    task: z.string(),
    notes: z.string(),
    day: day.nullable().describe('As in the file'),
    startsAt: z.string().nullable().describe('Wall time of the file'),
    endsAt: z.string().nullable(),
    seconds: z.int().describe('As in the file'),
  })
  .meta({ id: 'HistoryExample' });
export type HistoryExample = z.infer<typeof exampleRow>;

export const historyExamples = z
  .array(exampleRow)
  .max(maxHistoryExamples)
  .describe('Some of the rows; notes are shortened');

export const historyRow = exampleRow
  .extend({ verdict: z.enum(historyVerdictNames), minutes: z.int().nullable().describe('As imported') })
  .meta({ id: 'HistoryRow' });

export const historyTotal = z
  .object({
    person: z.string(),
    month: day.describe('Its first day'),
    rows: z.int(),
    fileSeconds: z.int().describe('Sum of the file, with breaks'),
    breakSeconds: z.int().describe('Breaks, time off and holidays in the file, which are no work and are not imported'),
    importedMinutes: z.int(),
    mergedMinutes: z.int().describe('Of rows that are there already'),
  })
  .meta({ id: 'HistoryTotal' });
