// The children of expanded rows of a breakdown: the reports of those projects and tasks, loaded when a row is expanded.

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiInput, api } from '../api.ts';
import { queryClient } from '../queries.ts';
import { type ComparedRow, comparedRows } from './compared.ts';
import { reportInput } from './queries.ts';
import type { TreeBranch } from './tree.ts';
import type { Report } from './use-report.ts';

/** Expanded rows by report, kept while the app is open, so that the tree is unchanged after returning from the worklogs. */
const expandedByReport = new Map<string, ReadonlySet<string>>();

export function useExpandedRows({ company, subject }: Report) {
  const name = [company.id, subject.projectId, subject.taskId].join(' ');
  const [opened, setOpened] = useState(expandedByReport.get(name) ?? new Set<string>());
  const set = (next: ReadonlySet<string>) => {
    expandedByReport.set(name, next);
    setOpened(new Set(next));
  };
  const toggle = (key: string) =>
    set(opened.has(key) ? new Set([...opened].filter((one) => one !== key)) : new Set([...opened, key]));
  return { opened, toggle };
}

/** Loads the children of expanded rows. Until they arrive, the last loaded ones of the same project or task are shown. */
export function useBranches(report: Report, opened: ReadonlySet<string>) {
  const keys = [...opened];
  const answers = useQueries({ queries: keys.map((key) => branchQuery(report, key)) });
  const byKey = new Map(keys.map((key, index) => [key, answers[index]]));
  const branchOf = (key: string): TreeBranch => {
    const answer = byKey.get(key);
    return answer?.data ?? (answer?.isError ? 'failed' : 'waiting');
  };
  const retry = () => Promise.all(answers.filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  return {
    branchOf,
    retry,
    /** Load state of each branch: children of a row that the user expanded must appear at once. */
    state: keys.map((key) => typeof branchOf(key)),
    isRefreshing: answers.some(({ isPlaceholderData }) => isPlaceholderData),
  };
}

/** Prefetches the children of a row on hover. */
export const prefetchBranch = (report: Report, key: string): Promise<void> =>
  queryClient.prefetchQuery(branchQuery(report, key));

function branchQuery(report: Report, key: string) {
  const { company, subject, apiFilter, choices } = report;
  const [projectId = '', taskId] = [subject.projectId, ...key.split('/')].filter((id) => id !== undefined);
  const branch = ['reports', 'branch', company.id, projectId, taskId ?? ''];
  const input = { ...reportInput(report), projectId };
  return {
    queryKey: [...branch, apiFilter, choices.compare],
    queryFn: ({ signal }: { signal: AbortSignal }) => rowsOf(input, taskId, signal),
    placeholderData: () => lastLoaded(branch),
  };
}

type ProjectInput = ApiInput<'GET /companies/{companyId}/reports/projects/{projectId}'>;

async function rowsOf(input: ProjectInput, taskId: string | undefined, signal: AbortSignal): Promise<ComparedRow[]> {
  if (taskId === undefined) {
    const ofProject = await api('GET /companies/{companyId}/reports/projects/{projectId}', input, { signal });
    return comparedRows(ofProject.tasks, ofProject.before?.tasks);
  }
  const task = { ...input, taskId };
  const ofTask = await api('GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}', task, { signal });
  return comparedRows(ofTask.workers, ofTask.before?.workers);
}

const lastLoaded = (queryKey: readonly string[]): ComparedRow[] | undefined =>
  queryClient
    .getQueriesData<ComparedRow[]>({ queryKey })
    .map(([, rows]) => rows)
    .findLast((rows) => rows !== undefined);
