// Import of history from other tools. Files are uploaded one by one into an import, which is then checked, run and, for a month, undone;
// each of these is a job, and the state of the import says when it is done. Nothing but the import itself changes before the run.

import { z } from 'zod';
import { historyFields, historyTools } from '#domain/history-imports/columns.ts';
import {
  historyStates,
  historyStatuses,
  historyUndoDays,
  maxHistoryColumns,
  maxHistoryFiles,
  maxHistoryMegabytes,
  maxHistoryPeople,
  maxHistoryRows,
  overlapChoices,
  withoutTimesChoices,
} from '#domain/history-imports/limits.ts';
import { historyQuestions, maxHistoryExamples } from '#domain/history-imports/questions.ts';
import { dateOrders } from '#domain/history-imports/values.ts';
import { historyVerdictNames } from '#domain/history-imports/verdicts.ts';
import { maxListedImports } from '#domain/imports.ts';
import { endpoint } from './endpoint.ts';
import {
  companyPath,
  day,
  fileName,
  id,
  instant,
  noContent,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  reasonCode,
  requiredText,
  timeZone,
  total,
} from './fields.ts';
import { historyExamples, historyRow, historyTotal } from './history-rows.ts';

const importPath = { ...companyPath, importId: id };

/** Field and index of its column, from 0, as in `person:0,day:2,duration:3`. */
export const historyColumnsText = z.string().regex(new RegExp(`^(?:(?:${historyFields.join('|')}):\\d{1,3}(?:,|$))+$`));

const counts = z.record(z.enum(historyVerdictNames), z.int()).describe('Rows by verdict; empty before the first check');

const chosen = {
  zone: timeZone.describe('Time zone of the files, except for instants in UTC'),
  status: z.enum(historyStatuses).describe('Of the worklogs; `as-in-file`: pending only where the row is not approved'),
  overlapChoice: z
    .enum(overlapChoices)
    .describe('Rows that overlap others of the same person. `keep` needs a company that allows confirmed overlaps'),
  withoutTimes: z
    .enum(withoutTimesChoices)
    .describe('Rows with a day and hours only. `place`: one after the other from 9:00 in free time'),
  projectName: requiredText(120).describe('Project of rows without one'),
  taskName: requiredText(120).describe('Task of rows without one'),
  intoLocked: z.boolean().describe('Confirms that worklogs on or before the lock date are imported too'),
};

const historyPerson = z.object({
  personKey: z.string().describe('Address, or words of the name'),
  name: z.string(),
  email: z.string(),
  rows: z.int(),
  userId: id.nullable().describe('The member; null: a former member without a seat is created'),
  memberName: z.string().nullable(),
  isInvited: z
    .boolean()
    .describe('Has an open invite: their rows are left out until they are a member, unless null was chosen'),
  isFoundByAddress: z.boolean().describe('The member has the address of the file, so nothing is left to ask'),
  examples: historyExamples,
  isChosen: z.boolean().describe('Somebody chose this member; it is kept in the next check only if it is sent again'),
});

const historyRun = z
  .object({
    id,
    state: z.enum(historyStates),
    fileNames: z.string(),
    startedByName: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable().describe('When it was imported or undone'),
    mayUndo: z.boolean(),
    counts,
    done: z.int().describe('Worklogs written by a run that is not finished'),
    problem: reasonCode.nullable().describe('Why the last check, run or undoing ended without effect'),
  })
  .meta({ id: 'HistoryImport' });
export type HistoryRun = z.infer<typeof historyRun>;

const historyDetails = historyRun
  .extend({
    ...chosen,
    projectName: z.string().describe('Empty before the first check'),
    taskName: z.string(),
    files: z
      .array(
        z.object({
          number: z.int(),
          name: z.string(),
          tool: z.enum(historyTools),
          rows: z.int(),
          dateOrder: z.enum(dateOrders).nullable().describe('Null: no date of the file has two orders'),
          ignored: z.array(z.object({ name: z.string(), cells: z.int() })).max(maxHistoryColumns),
        }),
      )
      .max(maxHistoryFiles),
    people: z.array(historyPerson).max(maxHistoryPeople),
    creates: z
      .object({ people: z.int(), clients: z.int(), projects: z.int(), tasks: z.int(), tags: z.int() })
      .nullable()
      .describe('What a run would create, or created; null before the first check'),
    questions: z
      .partialRecord(z.enum(historyQuestions), z.object({ rows: z.int(), examples: historyExamples }))
      .describe('What rows of the files leave open, as the last check found it; nothing else has to be asked'),
    lockedUntil: day.nullable(),
    mayKeepOverlaps: z.boolean().describe('The company allows confirmed overlaps'),
    mayLackTimes: z.boolean().describe('The company allows worklogs without times'),
  })
  .meta({ id: 'HistoryImportDetails' });
export type HistoryDetails = z.infer<typeof historyDetails>;

const uploaded = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('read'), importId: id, tool: z.enum(historyTools), rows: z.int() }),
  z.object({
    outcome: z.literal('asks-columns'),
    columns: z.array(z.object({ name: z.string(), examples: z.array(z.string()).max(3) })).max(maxHistoryColumns),
    recognised: z.partialRecord(z.enum(historyFields), z.int()),
    isRemembered: z.boolean().describe('`recognised` is what was chosen for the last file with the same headings'),
  }),
  z.object({
    outcome: z.literal('asks-file'),
    files: z
      .array(z.string())
      .max(maxHistoryFiles)
      .describe('The tables of a ZIP, each of which is uploaded with its `entry`'),
  }),
  z.object({
    outcome: z.literal('asks-date-order'),
    rows: z.int().describe('Whose date can be read in both orders'),
    examples: z.array(z.object({ line: z.int(), date: z.string(), row: z.string() })).max(maxHistoryExamples),
  }),
]);

const unreadableReasons = [
  'history-import.too-large',
  'history-import.too-many-rows',
  'history-import.too-many-columns',
  'history-import.too-many-files',
  'history-import.too-many-people',
  'history-import.empty',
  'history-import.not-a-table',
  'history-import.archive',
  'history-import.old-excel',
  'history-import.unknown-encoding',
  'history-import.damaged',
  'history-import.open-quote',
  'history-import.no-such-column',
  'history-import.busy',
] as const;

export const historyImportEndpoints = {
  uploadHistory: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/history-imports/files',
    summary: `Upload a time report as the request body: CSV, XLSX or ZIP of Toggl Track, Clockify, Harvest, Kimai, solidtime or any other tool, at most ${maxHistoryMegabytes} MB and ${maxHistoryRows} rows. Without \`importId\` it begins an import. What the file leaves open is asked: upload it again with the answer`,
    can: 'history.import',
    onFreePlan: true,
    upload: 'history',
    input: z.strictObject({
      ...companyPath,
      importId: id.optional().describe('The import that gets a further file'),
      fileName: fileName.default('').describe('Shown with the import'),
      entry: z.coerce
        .number<string>()
        .int()
        .min(0)
        .max(maxHistoryFiles - 1)
        .optional()
        .describe('Of a ZIP with several tables: the place of the one that is read, from 0'),
      dateOrder: z.enum(dateOrders).optional(),
      columns: historyColumnsText
        .optional()
        .describe('For other tables: field and index of its column, from 0, as in `person:0,day:2,duration:3`'),
    }),
    output: uploaded,
    refuses: [
      'history-import.missing',
      'history-import.not-now',
      'server.not-on-citus',
      'receipt.not-stored',
      ...unreadableReasons,
    ],
  }),
  listHistoryImports: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/history-imports',
    summary: `The last ${maxListedImports} imports of history, newest first`,
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: z.object({ imports: z.array(historyRun).max(maxListedImports) }),
  }),
  getHistoryImport: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/history-imports/{importId}',
    summary: 'An import of history with its files, its people and what was chosen',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject(importPath),
    output: historyDetails,
    refuses: ['history-import.missing'],
  }),
  checkHistoryImport: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/history-imports/{importId}',
    summary: 'Set what is chosen for an import and check it: every row gets a verdict. Changes nothing else',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject({
      ...importPath,
      ...chosen,
      people: z
        .array(z.strictObject({ personKey: z.string().max(300), userId: id.nullable() }))
        .max(maxHistoryPeople)
        .default([])
        .describe('People whose member was chosen; all others are matched by address, then by name'),
    }),
    output: historyDetails,
    refuses: ['history-import.missing', 'history-import.not-now', 'member.missing'],
  }),
  runHistoryImport: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/history-imports/{importId}/run',
    summary: 'Import what the last check found, completely or not at all. It is checked again first',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject(importPath),
    output: historyRun,
    refuses: ['history-import.missing', 'history-import.not-now', 'history-import.nothing-new'],
  }),
  undoHistoryImport: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/history-imports/{importId}/undo',
    summary: `Delete everything that an import created, within ${historyUndoDays} days and while none of its worklogs was changed`,
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject(importPath),
    output: historyRun,
    refuses: ['history-import.missing', 'history-import.not-now', 'history-import.too-late'],
  }),
  discardHistoryImport: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/history-imports/{importId}',
    summary: 'Discard an import that was not run, with its files',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject(importPath),
    output: noContent,
    refuses: ['history-import.missing', 'history-import.not-now'],
  }),
  listHistoryRows: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/history-imports/{importId}/rows',
    summary: 'Verdict of each row, in the order of the files',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject({
      ...importPath,
      ...pageQuery,
      show: z.enum(['all', 'problems']).default('all').describe('`problems`: rows that are skipped or changed'),
    }),
    output: z.object({ rows: pageOf(historyRow), total, ...pageFields }),
    refuses: ['history-import.missing', ...pageReasons],
  }),
  listHistoryTotals: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/history-imports/{importId}/totals',
    summary: 'Totals of each person and month, beside those of the files',
    can: 'history.import',
    onFreePlan: true,
    input: z.strictObject({ ...importPath, ...pageQuery }),
    output: z.object({ totals: pageOf(historyTotal), total, ...pageFields }),
    refuses: ['history-import.missing', ...pageReasons],
  }),
};
