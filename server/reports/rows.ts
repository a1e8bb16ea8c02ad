// Converts parts to table rows: one for each value of the group. Names with most hours first; days, weeks, months and statuses in
// their order.

import type { z } from 'zod';
import type { reportEndpoints, reportRow } from '#contract/reports.ts';
import { isAllowed } from '#domain/permissions.ts';
import { isTimeGroup, type ReportGroup } from '#domain/report-groups.ts';
import { bucketAround, type DayRange } from '#domain/report-ranges.ts';
import { statusPosition } from '#domain/worklogs.ts';
import type { CompanyContext } from '../request/context.ts';
import { isLabelled, labelsOf, type RowLabel } from './labels.ts';
import type { ReportPart } from './parts.ts';
import { sumsOf } from './sums.ts';
import { readTaskBudgets } from './task-budgets.ts';

type Row = z.input<typeof reportRow>;
type Branches = z.input<typeof reportEndpoints.getReportBreakdown.output>['rows'];

/** The group of one level, with the names and budgets of all its rows. */
type Level = {
  group: ReportGroup;
  labels: ReadonlyMap<string, RowLabel>;
  budgets: ReadonlyMap<string, NonNullable<Row['budget']>>;
  range: DayRange;
};

export async function rowsBy(
  ctx: CompanyContext,
  group: ReportGroup,
  parts: readonly ReportPart[],
  range: DayRange,
): Promise<Row[]> {
  return rowsOf(ctx, await levelOf(ctx, group, parts, range), parts);
}

/** A tree of up to three levels, from parts by all their keys. Rows of the last level have no rows. */
export async function branchesBy(
  ctx: CompanyContext,
  groups: readonly ReportGroup[],
  parts: readonly ReportPart[],
  range: DayRange,
): Promise<Branches> {
  const [first, second, third] = await Promise.all(groups.map((group) => levelOf(ctx, group, parts, range)));
  return dividedBy(ctx, first, parts).map((outer) => ({
    ...outer.row,
    rows: dividedBy(ctx, second, outer.parts).map((inner) => ({ ...inner.row, rows: rowsOf(ctx, third, inner.parts) })),
  }));
}

async function levelOf(
  ctx: CompanyContext,
  group: ReportGroup,
  parts: readonly ReportPart[],
  range: DayRange,
): Promise<Level> {
  const ids = [...new Set(parts.map((part) => part[group]))];
  return {
    group,
    range,
    labels: isLabelled(group) ? await labelsOf(ctx, group, ids) : new Map(),
    budgets: group === 'task' ? await readTaskBudgets(ctx, ids) : new Map(),
  };
}

const rowsOf = (ctx: CompanyContext, level: Level | undefined, parts: readonly ReportPart[]): Row[] =>
  dividedBy(ctx, level, parts).map(({ row }) => row);

function dividedBy(ctx: CompanyContext, level: Level | undefined, parts: readonly ReportPart[]) {
  if (level === undefined) return [];
  const { group } = level;
  const isOpenable = (group === 'project' || group === 'task') && isAllowed(ctx.company, 'reports.breakdown');
  const names = new Intl.Collator(ctx.locale);
  const order = (a: Row, b: Row) =>
    isLabelled(group)
      ? b.minutes - a.minutes || names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
      : statusPosition(a.id) - statusPosition(b.id) || (a.id < b.id ? -1 : 1);
  return [...Map.groupBy(parts, (part) => part[group])]
    .map(([key, same]) => ({
      row: { ...headOf(ctx, level, key), budget: level.budgets.get(key) ?? null, isOpenable, ...sumsOf(same) },
      parts: same,
    }))
    .sort((a, b) => order(a.row, b.row));
}

function headOf({ company }: CompanyContext, { group, labels, range }: Level, key: string) {
  if (isLabelled(group)) return { id: key, days: null, ...(labels.get(key) ?? unknownLabel) };
  if (!isTimeGroup(group)) return { ...unknownLabel, id: key, name: key, days: null };
  const days = bucketAround(key, group, range, company.weekStartsOn);
  return { ...unknownLabel, id: days.from, name: days.from, days };
}

const unknownLabel: RowLabel = { name: '', colour: null, kind: null, project: null, clientName: null };
