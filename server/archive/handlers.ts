// Names the archive of a company and charges the limit of files of the person; `send.ts` streams it.

import type { archiveEndpoints } from '#contract/archive.ts';
import { dayOf } from '#domain/calendar.ts';
import { safeFileName } from '../report-files/generate.ts';
import { chargeFileLimit } from '../report-files/handlers.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';

export const archiveHandlers: Handlers<typeof archiveEndpoints> = {
  exportCompany: (ctx) => requestArchive(ctx),
};

export async function requestArchive(ctx: CompanyContext): Promise<{ fileName: string }> {
  await chargeFileLimit(ctx);
  return { fileName: `${safeFileName(ctx.company.name)} ${dayOf(ctx.now, ctx.company.timeZone)}.zip`.trim() };
}
