// Server state: one query client, query keys that begin with a noun, and mutations that name the nouns they invalidate.

import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { Noun } from '#domain/nouns.ts';
import { type ApiInput, type ApiOutput, api, NetworkError, type ReadName, type WriteName } from './api.ts';
import { onUserChange } from './auth.ts';
import { isConnected } from './connection.ts';
import { useIdempotentSend } from './send.ts';
import { onRightsChange } from './session/session-rights.ts';

// The API client retries by itself; a failed query shows its error state with "Try again".
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onUserChange(() => queryClient.clear());
onRightsChange((change) => {
  // Rows are the same on every plan.
  if (change === 'plan') {
    queryClient.removeQueries({ type: 'inactive' });
    invalidateAll();
    return;
  }
  // Removing also discards the responses of running requests.
  if (change !== 'rights') return queryClient.clear();
  // By a policy, nothing else of the company itself may be read than before; it is shown where the policy was changed.
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'companies' || !query.isActive() });
  invalidate(['companies']);
});

type OtherAnswer = <N extends ReadName>(name: N, input: ApiInput<N>) => ApiOutput<N> | undefined;

let otherAnswer: OtherAnswer = () => undefined;

/** Sets what answers while the server is not reached; undefined: nothing. */
export const answerWithoutConnection = (next: OtherAnswer): void => {
  otherAnswer = next;
};

/** From the server, or from this device if the server is not reached. */
export async function read<N extends ReadName>(
  name: N,
  input: ApiInput<N>,
  signal: AbortSignal,
): Promise<ApiOutput<N>> {
  const isCopied = !isConnected() && otherAnswer(name, input) !== undefined;
  try {
    return await api(name, input, { signal, ...(isCopied && { attempts: 1 }) });
  } catch (error) {
    const answer = error instanceof NetworkError ? otherAnswer(name, input) : undefined;
    if (answer === undefined) throw error;
    return answer;
  }
}

/** `useQuery(apiQuery('worklogs', 'GET /companies/{companyId}/worklogs', { companyId }))` */
export const apiQuery = <N extends ReadName>(noun: Noun, name: N, input: ApiInput<N>) =>
  queryOptions({
    queryKey: [noun, name, input] as const,
    queryFn: ({ signal }): Promise<ApiOutput<N>> => read(name, input, signal),
  });

export const invalidate = (changed: readonly Noun[]): Promise<unknown> =>
  Promise.all(changed.map((noun) => fetchAgain({ queryKey: [noun] })));

export const invalidateAll = (): Promise<unknown> => fetchAgain({});

/**
 * React Query does not repeat the first request of a query while it runs. Its response may be older than the change, so the query is
 * fetched again after it.
 */
function fetchAgain(filters: { queryKey?: readonly unknown[] }): Promise<unknown> {
  const running = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const first = running.filter(({ state }) => state.data === undefined);
  return Promise.all([
    queryClient.invalidateQueries(filters),
    ...first.map(({ promise, queryKey }) =>
      promise?.then(
        () => queryClient.invalidateQueries({ queryKey, exact: true }),
        () => {},
      ),
    ),
  ]);
}

/** The nouns that a change of the subject affects, in one place for all that change it. */
export const affectedBy = {
  companies: ['companies', 'worklogs', 'reports', 'dashboard'],
  members: ['members', 'companies', 'projects', 'worklogs', 'dashboard'],
  invites: ['invites', 'companies', 'dashboard'],
  imports: ['imports', 'invites', 'companies', 'dashboard'],
  projects: ['projects', 'members', 'worklogs', 'reports', 'dashboard'],
  worklogs: ['worklogs', 'projects', 'reports', 'dashboard'],
  timer: ['timer', 'worklogs', 'projects', 'reports', 'dashboard'],
  'stand-ins': ['stand-ins', 'worklogs'],
} as const satisfies Partial<Record<Noun, readonly Noun[]>>;

type MutationOptions<N extends WriteName> = {
  /** Nouns whose queries are refetched after success. */
  invalidates: readonly Noun[];
  onDone?: (output: ApiOutput<N>, input: ApiInput<N>) => void | Promise<void>;
};

/** `const save = useApiMutation('POST /companies', { invalidates: affectedBy.companies })`, then `await save.mutateAsync(input)`. */
export function useApiMutation<N extends WriteName>(name: N, { invalidates, onDone }: MutationOptions<N>) {
  return useMutation<ApiOutput<N>, Error, ApiInput<N>>({
    mutationFn: useIdempotentSend(name),
    onSuccess: async (output, input) => {
      await onDone?.(output, input);
      await invalidate(invalidates);
    },
  });
}
