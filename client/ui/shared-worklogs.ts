// Lists of worklogs share what is in several of them: where one takes the place of another, the rows that stay are the same
// objects, and are not drawn anew.

import { replaceEqualDeep } from '@tanstack/react-query';
import type { Worklog } from '#contract/worklogs.ts';
import { type ApiInput, type ApiOutput, api } from '../api.ts';
import { queryClient, read } from '../queries.ts';

const name = 'GET /companies/{companyId}/worklogs';

/** A page of worklogs, as a query. */
export const worklogsQuery = (input: ApiInput<typeof name>) => ({
  ...read('worklogs', name, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => api(name, input, { signal }).then(shared),
});

function shared(answer: ApiOutput<typeof name>): ApiOutput<typeof name> {
  const lists = queryClient.getQueriesData<ApiOutput<typeof name>>({ queryKey: ['worklogs', name] });
  const known = new Map(
    lists.flatMap(([, list]) => (list?.worklogs ?? []).map((one): [string, Worklog] => [one.id, one])),
  );
  return { ...answer, worklogs: answer.worklogs.map((one) => replaceEqualDeep(known.get(one.id), one)) };
}
