// The tasks that quick entry offers for its words: from the first page, and from a search on the server if there are more.

import { useState } from 'react';
import { matchTasks } from '#domain/task-match.ts';
import { useCompany } from '../../auth.ts';
import type { LoggableTask } from '../loader.ts';
import { findLoggableTasks, useLoggableTasks } from '../loader.ts';

const maxShown = 7;
const maxSearchLength = 100;

/** `isSuggested`: taken as the best of several matches; the person has not chosen it. */
type Picked = { words: string; task: LoggableTask; isSuggested: boolean };

/** `query`: the debounced words. */
export function useQuickTasks(words: string, query: string) {
  const { id: companyId } = useCompany();
  const [picked, setPicked] = useState<Picked | null>(null);
  const first = useLoggableTasks('');
  const isSearching = first.data?.hasMore === true && query !== '';
  const further = useLoggableTasks(isSearching ? query.slice(0, maxSearchLength) : '');
  const known = first.data?.found ?? [];
  const ids = new Set(known.map(({ taskId }) => taskId));
  const all = [...known, ...(further.data?.found ?? []).filter(({ taskId }) => !ids.has(taskId))];
  const { found, certain } = matchTasks(words, all);
  // Other tasks may match too, until all matches are loaded.
  const isKnown = first.data?.hasMore === false || (isSearching && query === words && !further.isPlaceholderData);
  const hasNoMatch = words !== '' && isKnown && found.length === 0;
  const current = picked?.words === words ? picked : null;
  const chosenId = current ? current.task.taskId : isKnown ? certain?.taskId : undefined;
  return {
    task: all.find(({ taskId }) => taskId === chosenId) ?? current?.task ?? null,
    isSuggested: current?.isSuggested === true,
    /** Favourites and recently used tasks where none matches. */
    offered: (hasNoMatch ? known : found).slice(0, maxShown),
    hasNoMatch,
    hasNone: first.data?.found.length === 0,
    isPending: first.isPending,
    error: first.data ? null : first.error,
    /** Whether no other task can match. */
    isKnown,
    /** The first match, for Enter pressed before the list has loaded. */
    find: async () => {
      if (words === '' || isKnown) return undefined;
      const others = await findLoggableTasks(companyId, words.slice(0, maxSearchLength));
      const knownIds = new Set(known.map(({ taskId }) => taskId));
      const match = matchTasks(words, [...known, ...others.filter(({ taskId }) => !knownIds.has(taskId))]);
      const [first] = match.found;
      return first && { first, isCertain: match.certain !== null };
    },
    pick: (task: LoggableTask, forWords = words) => setPicked({ words: forWords, task, isSuggested: false }),
    suggest: (task: LoggableTask) => setPicked({ words, task, isSuggested: true }),
  };
}

export type QuickTasks = ReturnType<typeof useQuickTasks>;
