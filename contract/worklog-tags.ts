// Tags of many worklogs, added and removed at once.

import { z } from 'zod';
import { maxBulkDecisions } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, reasonCode, tagNames, version } from './fields.ts';
import { worklog } from './worklogs.ts';

/** Worklogs whose tags are changed together. */
export const maxTaggedTogether = maxBulkDecisions;

export const worklogTagEndpoints = {
  changeTags: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/worklog-tags',
    summary:
      'Add tags to own pending worklogs and remove tags from them; each has its own result, and a refused one does not stop the others',
    can: 'worklogs.submit',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      worklogs: z.array(z.strictObject({ id, version })).min(1).max(maxTaggedTogether),
      add: tagNames.default([]),
      remove: tagNames.default([]).describe('Unknown ones are ignored'),
    }),
    output: z.object({
      results: z
        .array(
          z.object({
            id,
            code: reasonCode.nullable().describe('Null: done, or nothing to change. Otherwise why not'),
            message: z.string().nullable(),
            worklog: worklog.nullable().describe('Its current state; null if it is not a worklog of the caller'),
          }),
        )
        .max(maxTaggedTogether),
    }),
  }),
};
