// Server state: one query client, query keys that begin with a noun, and mutations that name the nouns they invalidate.

import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { Noun } from '#domain/nouns.ts';
import { type ApiInput, type ApiOutput, api, type ReadName, type WriteName } from './api.ts';
import { onUserChange } from './auth.ts';
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
  // Rows are the same on every plan. Clearing also discards the responses of running requests.
  if (change !== 'plan') return queryClient.clear();
  queryClient.removeQueries({ type: 'inactive' });
  invalidateAll();
});

/** `useQuery(apiQuery('worklogs', 'GET /companies/{companyId}/worklogs', { companyId }))` */
export const apiQuery = <N extends ReadName>(noun: Noun, name: N, input: ApiInput<N>) =>
  queryOptions({
    queryKey: [noun, name, input] as const,
    queryFn: ({ signal }): Promise<ApiOutput<N>> => api(name, input, { signal }),
  });

export const invalidate = (changed: readonly Noun[]): Promise<unknown> =>
  Promise.all(changed.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })));

export const invalidateAll = (): Promise<void> => queryClient.invalidateQueries();

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
