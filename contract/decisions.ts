// Deciding worklogs: what a filter offers to be decided, and the decision on one or many.

import { z } from 'zod';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { decisions, maxBulkDecisions, maxDecidableWorklogs, maxUndoMinutes } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, reasonCode, sumsByCurrency, text, version } from './fields.ts';
import { conflictingWorklog, maxShownConflicts, worklog, worklogFilter } from './worklogs.ts';

const { statuses: _, ...filterOfPending } = worklogFilter;

const seenWorklog = z.strictObject({ id, version });

export const decisionEndpoints = {
  listDecidableWorklogs: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/decidable-worklogs',
    summary:
      'The pending worklogs of a filter that the caller may decide, oldest first, with the versions to decide on and the sums to confirm',
    can: 'worklogs.decide',
    input: z.strictObject({ ...companyPath, ...filterOfPending }),
    output: z.object({
      worklogs: z.array(seenWorklog).max(maxDecidableWorklogs),
      sum: z.object({ minutes: z.int(), expenses: sumsByCurrency }).describe('Of these worklogs'),
      further: z.int().describe('Decidable ones of the filter that are not listed, because there are too many'),
      own: z
        .int()
        .describe('Pending ones of the filter that the caller may not decide: their own, and those that they entered'),
    }),
    isSnapshot: true,
  }),
  decideWorklogs: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/decisions',
    summary:
      'Approve, reject or reopen one or many worklogs; each has its own result, and a refused one does not stop the others',
    can: 'worklogs.decide',
    input: z.strictObject({
      ...companyPath,
      decision: z.enum(decisions),
      notes: text(maxNotesLength).default('').describe('Required to reject and to reopen'),
      isUndo: z
        .boolean()
        .default(false)
        .describe(
          `Reopens a worklog that the caller has decided in the last ${maxUndoMinutes} minutes, without notes: the history says that the decision was undone`,
        ),
      worklogs: z.array(seenWorklog).min(1).max(maxBulkDecisions),
    }),
    output: z.object({
      results: z
        .array(
          z.object({
            id,
            code: reasonCode.nullable().describe('Null: done. Otherwise why not'),
            message: z.string().nullable(),
            worklog: worklog.nullable().describe('Its current state; null if the caller may not see it'),
            conflicts: z
              .array(conflictingWorklog)
              .max(maxShownConflicts)
              .describe('Worklogs at the same time that the caller may see'),
          }),
        )
        .max(maxBulkDecisions),
    }),
    refuses: ['field.required'],
  }),
};
