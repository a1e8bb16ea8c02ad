// Task search: matches in the loaded tasks at once, and further ones from the server after a debounce. Earlier results keep
// their positions, so that nothing moves under the pointer.

import { useState } from 'react';
import { matchTasks } from '#domain/task-match.ts';
import { useDebouncedInput } from '../ui/debounced-input.ts';
import type { LoggableTask } from './loader.ts';
import { findLoggableTasks, useLoggableTasks } from './loader.ts';

export function useTaskSearch(
  companyId: string,
  tasks: readonly LoggableTask[],
  hasMore: boolean,
  isOffered: (task: LoggableTask) => boolean,
) {
  const [query, setQuery] = useState('');
  const { typed, type } = useDebouncedInput('', setQuery);
  const words = typed.trim();
  const further = useLoggableTasks(hasMore ? query : '');
  const matching = (others: readonly LoggableTask[]) => {
    const known = new Set(tasks.map(({ taskId }) => taskId));
    const rest = others.filter(({ taskId }) => !known.has(taskId));
    return [...matchTasks(words, tasks).found, ...matchTasks(words, rest).found].filter(isOffered);
  };
  return {
    typed,
    type,
    words,
    offered: words === '' ? tasks.filter(isOffered) : matching(hasMore ? (further.data?.found ?? []) : []),
    isLoading: hasMore && words !== '' && (query !== words || further.isPlaceholderData),
    isFailed: hasMore && further.isError,
    hasMore: hasMore && further.data?.hasMore === true,
    find: async () => matching(hasMore ? await findLoggableTasks(companyId, words) : []),
  };
}
