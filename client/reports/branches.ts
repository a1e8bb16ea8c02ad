// The children of expanded rows of a breakdown: the rows of the next level under the filter of the row, loaded when it is expanded.

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { isTimeGroup } from '#domain/report-groups.ts';
import { api } from '../api.ts';
import { queryClient } from '../queries.ts';
import { type ComparedRow, comparedRows } from './compared.ts';
import { narrowedApiFilter } from './filter.ts';
import { narrowTo, type TreeBranch } from './tree.ts';
import type { Report } from './use-report.ts';

/** Expanded rows by report, kept while the app is open, so that the tree is unchanged after returning from the worklogs. */
const expandedByReport = new Map<string, ReadonlySet<string>>();

export function useExpandedRows({ company, subject, levels }: Report) {
  const name = [company.id, subject.projectId, subject.taskId, ...levels].join(' ');
  const [opened, setOpened] = useState(expandedByReport.get(name) ?? new Set<string>());
  const set = (next: ReadonlySet<string>) => {
    expandedByReport.set(name, next);
    setOpened(new Set(next));
  };
  const toggle = (key: string) =>
    set(opened.has(key) ? new Set([...opened].filter((one) => one !== key)) : new Set([...opened, key]));
  return { opened, toggle };
}

/** Loads the children of expanded rows. Until they arrive, the last loaded ones of the same row are shown. */
export function useBranches(report: Report, opened: ReadonlySet<string>) {
  const keys = [...opened];
  const queries = useQueries({ queries: keys.map((key) => branchQuery(report, key)) });
  const byKey = new Map(keys.map((key, index) => [key, queries[index]]));
  const branchOf = (key: string): TreeBranch => {
    const query = byKey.get(key);
    return query?.data ?? (query?.isError ? 'failed' : 'loading');
  };
  const retry = () => Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  return {
    branchOf,
    retry,
    /** Of each branch: children of a row that the user expanded, or why there are none, must appear at once. */
    state: keys.map((key) => {
      const branch = branchOf(key);
      return typeof branch === 'string' ? branch : 'loaded';
    }),
    isRefreshing: queries.some(({ isPlaceholderData }) => isPlaceholderData),
  };
}

/** Prefetches the children of a row on hover. */
export const prefetchBranch = (report: Report, key: string): Promise<void> =>
  queryClient.prefetchQuery(branchQuery(report, key));

function branchQuery(report: Report, key: string) {
  const { company, choices, levels } = report;
  const ids = key.split('/');
  const narrow = narrowTo(ids, report);
  const groupBy = levels[ids.length] ?? 'status';
  const branch = ['reports', 'branch', company.id, ...levels, key];
  // Days, weeks and months are not those of the previous period.
  const compare = choices.compare === 'yes' && !levels.slice(0, ids.length + 1).some(isTimeGroup);
  const input = { companyId: company.id, ...narrowedApiFilter(report, narrow), groupBy, compare };
  return {
    queryKey: [...branch, input],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ComparedRow[]> => {
      const { rows, before } = await api('GET /companies/{companyId}/reports', input, { signal });
      return comparedRows(rows, before?.rows);
    },
    placeholderData: () => lastLoaded(branch),
  };
}

const lastLoaded = (queryKey: readonly string[]): ComparedRow[] | undefined =>
  queryClient
    .getQueriesData<ComparedRow[]>({ queryKey })
    .map(([, rows]) => rows)
    .findLast((rows) => rows !== undefined);
