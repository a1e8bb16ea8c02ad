// The archive of a company: everything of it as one file, described in docs/archive.md. It is streamed while it is read.

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { companyPath } from './fields.ts';

export const archiveType = 'application/zip';

export const archiveEndpoints = {
  exportCompany: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/archive',
    summary:
      'Everything of the company as one ZIP: a CSV of each table, and the receipts. The number of simultaneous files is limited: 429 and 503 say when to retry',
    can: 'company.export',
    onFreePlan: true,
    file: 'stream',
    input: z.strictObject(companyPath),
    output: z.object({ fileName: z.string() }),
    refuses: ['role.not-allowed', 'file.too-many', 'file.too-many-of-company', 'file.busy'],
  }),
};
