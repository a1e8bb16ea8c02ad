// Server state: one query client, keys that begin with the noun they show, and writes that say which nouns they change.

import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type ApiInput,
  type ApiOutput,
  ApiProblem,
  api,
  NoAnswer,
  newKey,
  type ReadName,
  type WriteName,
} from './api.ts';

export const nouns = [
  'session',
  'companies',
  'members',
  'invites',
  'imports',
  'projects',
  'worklogs',
  'reports',
  'dashboard',
] as const;
export type Noun = (typeof nouns)[number];

// The api client retries by itself; a failed query shows its error screen with "Try again".
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** `useQuery(read('worklogs', 'GET /companies/{companyId}/worklogs', { companyId }))` */
export const read = <N extends ReadName>(noun: Noun, name: N, input: ApiInput<N>) =>
  queryOptions({
    queryKey: [noun, name, input] as const,
    queryFn: ({ signal }): Promise<ApiOutput<N>> => api(name, input, { signal }),
  });

export const invalidate = (changed: readonly Noun[]): Promise<unknown> =>
  Promise.all(changed.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })));

export const invalidateAll = (): Promise<void> => queryClient.invalidateQueries();

type WriteOptions<N extends WriteName> = {
  /** Nouns whose queries are asked again after success. */
  changes: readonly Noun[];
  onDone?: (output: ApiOutput<N>, input: ApiInput<N>) => void | Promise<void>;
};

/**
 * A write: `const save = useWrite('POST /companies', { changes: ['session'] })`, then `await save.mutateAsync(input)`.
 * The same input sent again after a lost answer carries the same idempotency key, so it is done once.
 */
export function useWrite<N extends WriteName>(name: N, { changes, onDone }: WriteOptions<N>) {
  const unanswered = useRef<{ input: string; key: string } | null>(null);
  return useMutation<ApiOutput<N>, Error, ApiInput<N>>({
    mutationFn: async (input) => {
      const written = JSON.stringify(input);
      const intent = unanswered.current?.input === written ? unanswered.current : { input: written, key: newKey() };
      unanswered.current = intent;
      try {
        const output = await api(name, input, { idempotencyKey: intent.key });
        unanswered.current = null;
        return output;
      } catch (error) {
        if (!isUnanswered(error)) unanswered.current = null;
        throw error;
      }
    },
    onSuccess: async (output, input) => {
      await onDone?.(output, input);
      await invalidate(changes);
    },
  });
}

/** Whether it is unknown if the server did it: then the same key must be used again. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiProblem && error.status >= 500);
