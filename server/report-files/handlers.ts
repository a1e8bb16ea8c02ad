// Whether a file may be asked for, and what it will be called. Answered before anything is written, in a transaction of its
// own; `send.ts` asks again in the one that reads the rows, so that rights and rows are those of one moment.

import type { z } from 'zod';
import type { reportFileEndpoints } from '#contract/report-files.ts';
import { dayOf } from '#domain/calendar.ts';
import { scopeOf } from '#domain/permissions.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { rangeRefusal } from '#domain/report-ranges.ts';
import type { CompanyContext } from '../context.ts';
import type { Handlers } from '../pipeline.ts';
import { ensureAllowed, refused } from '../refused.ts';
import { secondsUntilFile } from '../throttle.ts';
import { type FileWanted, fileNameOf } from './file.ts';

type Input = z.output<typeof reportFileEndpoints.getReportFile.input>;

export const reportFileHandlers: Handlers<typeof reportFileEndpoints> = {
  async getReportFile(ctx, input) {
    const { of, format, locale } = wantedFile(ctx, input);
    const seconds = await secondsUntilFile(ctx.db, ctx.person.id);
    if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
    const { from, to } = input;
    return { fileName: fileNameOf({ company: ctx.company.name, of, format, days: { from, to }, locale }), format };
  },
};

/** Refuses what the caller may not have, or what makes no sense. */
export function wantedFile(ctx: CompanyContext, { companyId: _, language, ...input }: Input): FileWanted {
  const { of, format, style, ...filter } = input;
  const action = { worklogs: 'worklogs.read', breakdown: 'reports.breakdown', payroll: 'reports.read' } as const;
  if (scopeOf(ctx.company.role, action[of]) === 'none') throw refused('role.not-allowed');
  ensureAllowed(daysRefusals(ctx, input));
  return { of, format, style, filter, locale: language ?? ctx.locale };
}

function daysRefusals(ctx: CompanyContext, { of, from, to }: Pick<Input, 'of' | 'from' | 'to'>): Refusal[] {
  if (from !== undefined && to !== undefined) {
    const refusal = rangeRefusal({ from, to }, dayOf(ctx.now, ctx.company.timeZone));
    return refusal ? [refusal] : [];
  }
  if (of === 'worklogs') return [];
  return [
    ...(from === undefined ? [refuse('field.required', { path: 'from' })] : []),
    ...(to === undefined ? [refuse('field.required', { path: 'to' })] : []),
  ];
}
