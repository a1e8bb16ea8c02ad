// Structural sharing between lists of worklogs: a worklog in several lists is the same object, so that changing the filter does
// not render its row again.

import { replaceEqualDeep } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import type { ApiInput, ApiOutput } from '../api.ts';
import { apiQuery, queryClient, read } from '../queries.ts';

const name = 'GET /companies/{companyId}/worklogs';

/** The query of a page of worklogs. */
export const worklogsQuery = (input: ApiInput<typeof name>) => ({
  ...apiQuery('worklogs', name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => read(name, input, signal).then(withSharedWorklogs),
});

/** Another page of the same list, before it is opened. */
export const prefetchPage = (input: ApiInput<typeof name>, page: number): void =>
  void queryClient.prefetchQuery(worklogsQuery({ ...input, page }));

function withSharedWorklogs(page: ApiOutput<typeof name>): ApiOutput<typeof name> {
  const lists = queryClient.getQueriesData<ApiOutput<typeof name>>({ queryKey: ['worklogs', name] });
  const known = new Map(
    lists.flatMap(([, list]) => (list?.worklogs ?? []).map((one): [string, Worklog] => [one.id, one])),
  );
  return { ...page, worklogs: page.worklogs.map((one) => replaceEqualDeep(known.get(one.id), one)) };
}
