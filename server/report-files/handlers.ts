// Checks a request for a report file and names the file. Answered before anything is written, in a separate transaction; `send.ts`
// checks again in the transaction that reads the rows, so that rights and rows are consistent.

import type { z } from 'zod';
import type { reportFileEndpoints } from '#contract/report-files.ts';
import { dayOf } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import { type Action, isAllowed } from '#domain/permissions.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { groupsRefusal } from '#domain/report-groups.ts';
import { rangeRefusal } from '#domain/report-ranges.ts';
import { reportPartsBy } from '../reports/parts.ts';
import { sumsOf } from '../reports/sums.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { sentenceOf } from '../request/problem.ts';
import { secondsUntilFile } from '../request/rate-limit-counters.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { breakdownAction } from './breakdown-rows.ts';
import { fileNameOf, type ReportFileRequest } from './generate.ts';
import { cancelPrepared, claimPrepared, getPrepared, insertPrepared } from './prepared.ts';
import { ensureSlotFree } from './slots.ts';

type Input = z.output<typeof reportFileEndpoints.getReportFile.input>;

export const reportFileHandlers: Handlers<typeof reportFileEndpoints> = {
  getReportFile: (ctx, input) => requestFile(ctx, input),

  async prepareReportFile(ctx, input) {
    const { of, filter } = readFileRequest(ctx, input);
    await chargeFileLimit(ctx);
    await ensureSlotFree(ctx.db, { companyId: ctx.company.id, personId: ctx.person.id });
    const { companyId: _, ...request } = input;
    const rowsExpected = of === 'worklogs' ? await countOf(ctx, filter) : null;
    return { id: await insertPrepared(ctx, request, rowsExpected), rowsExpected };
  },

  fetchPreparedFile: (ctx, { fileId }) => claimPrepared(ctx, fileId),

  async getPreparedFile(ctx, { fileId }) {
    const { refusal, ...prepared } = await getPrepared(ctx, fileId);
    return { ...prepared, failure: refusal && sentenceOf(refusal, ctx.locale) };
  },

  async cancelPreparedFile(ctx, { fileId }) {
    await cancelPrepared(ctx, fileId);
    return null;
  },
};

/** Names the file, and charges the limit of files of the person. */
export async function requestFile(ctx: CompanyContext, input: Input) {
  const file = nameFile(ctx, input);
  await chargeFileLimit(ctx);
  return file;
}

export function nameFile(ctx: CompanyContext, input: Input) {
  const { of, format, locale } = readFileRequest(ctx, input);
  const { from, to } = input;
  return { fileName: fileNameOf({ company: ctx.company.name, of, format, days: { from, to }, locale }), format };
}

/** Refuses files that the caller may not have, and invalid filters. */
export function readFileRequest(ctx: CompanyContext, { companyId: _, language, ...input }: Input): ReportFileRequest {
  const { of, format, style, groupBy, auditKinds, personIds, ...filter } = input;
  // What a company owns is exported on every plan; files of reports are not.
  if (!isOnEveryPlan(of) && !isPremium(ctx.company.seats)) throw refused('plan.premium-required');
  if (!isAllowed(ctx.company, actionFor(of, groupBy))) throw refused('role.not-allowed');
  ensureAllowed(daysRefusals(ctx, input));
  const audit = { kinds: auditKinds, personIds, from: input.from, to: input.to };
  return { of, format, style, groupBy, filter, audit, locale: language ?? ctx.locale };
}

const isOnEveryPlan = (of: Input['of']): boolean => of === 'worklogs' || of === 'audit';

function actionFor(of: Input['of'], groupBy: Input['groupBy']): Action {
  if (of === 'breakdown') return breakdownAction(groupBy);
  return ({ worklogs: 'reports.read', payroll: 'reports.read', audit: 'audit.read' } as const)[of];
}

type Days = Pick<Input, 'of' | 'from' | 'to' | 'groupBy'>;

function daysRefusals(ctx: CompanyContext, { of, from, to, groupBy }: Days): Refusal[] {
  if (from !== undefined && to !== undefined) {
    const range = { from, to };
    const refusal =
      rangeRefusal(range, dayOf(ctx.now, ctx.company.timeZone)) ??
      groupsRefusal(of === 'breakdown' ? groupBy : [], range, ctx.company.weekStartsOn);
    return refusal ? [refusal] : [];
  }
  if (isOnEveryPlan(of)) return [];
  return [
    ...(from === undefined ? [refuse('field.required', { path: 'from' })] : []),
    ...(to === undefined ? [refuse('field.required', { path: 'to' })] : []),
  ];
}

export async function chargeFileLimit({ db, person }: CompanyContext): Promise<void> {
  const seconds = await secondsUntilFile(db, person.id);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
}

/** From precomputed sums where possible: fast even for a million worklogs. */
const countOf = async (ctx: CompanyContext, filter: ReportFileRequest['filter']): Promise<number> =>
  sumsOf(await reportPartsBy(ctx, ['project'], { action: 'reports.read', filter })).items;
