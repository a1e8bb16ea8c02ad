// Converts parts to table rows: one for each value of the key, most hours first.

import type { z } from 'zod';
import type { reportEndpoints, reportRow } from '#contract/reports.ts';
import { isAllowed } from '#domain/permissions.ts';
import type { CompanyContext } from '../request/context.ts';
import { labelsOf, type ReportGrouping, type RowLabel } from './labels.ts';
import type { ReportPart } from './parts.ts';
import { sumsOf } from './sums.ts';

type Row = z.input<typeof reportRow>;
type Branches = z.input<typeof reportEndpoints.getReportBreakdown.output>['rows'];

export async function rowsBy(
  ctx: CompanyContext,
  grouping: ReportGrouping,
  parts: readonly ReportPart[],
): Promise<Row[]> {
  return rowsOf(ctx, grouping, parts, await labelsIn(ctx, grouping, parts));
}

/** Projects with tasks with workers, from parts by all three keys. */
export async function treeOf(ctx: CompanyContext, parts: readonly ReportPart[]): Promise<Branches> {
  const projects = await labelsIn(ctx, 'project', parts);
  const tasks = await labelsIn(ctx, 'task', parts);
  const workers = await labelsIn(ctx, 'worker', parts);
  const ofTask = Map.groupBy(parts, ({ task }) => task);
  const ofProject = Map.groupBy(parts, ({ project }) => project);
  return rowsOf(ctx, 'project', parts, projects).map((project) => ({
    ...project,
    tasks: rowsOf(ctx, 'task', ofProject.get(project.id) ?? [], tasks).map((task) => ({
      ...task,
      workers: rowsOf(ctx, 'worker', ofTask.get(task.id) ?? [], workers),
    })),
  }));
}

const labelsIn = (ctx: CompanyContext, grouping: ReportGrouping, parts: readonly ReportPart[]) =>
  labelsOf(ctx, grouping, [...new Set(parts.map((part) => part[grouping]))]);

function rowsOf(
  ctx: CompanyContext,
  grouping: ReportGrouping,
  parts: readonly ReportPart[],
  labels: ReadonlyMap<string, RowLabel>,
): Row[] {
  const isOpenable = grouping !== 'worker' && isAllowed(ctx.company, 'reports.breakdown');
  const names = new Intl.Collator(ctx.locale);
  return [...Map.groupBy(parts, (part) => part[grouping])]
    .map(([id, same]) => ({ id, ...(labels.get(id) ?? unknownLabel), isOpenable, ...sumsOf(same) }))
    .sort((a, b) => b.minutes - a.minutes || names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

const unknownLabel: RowLabel = { name: '', colour: null, kind: null };
