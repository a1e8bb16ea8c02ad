// Task search: matches in the loaded tasks at once, and further ones from the server after a debounce. Earlier results keep
// their positions, so that nothing moves under the pointer.

import { useState } from 'react';
import { matchTasks } from '#domain/task-match.ts';
import { useDebouncedInput } from '../ui/debounced-input.ts';
import { findLoggableTasks, useLoggableTasks } from './loader.ts';
import type { LoggableTask } from './WorklogForm.tsx';

export function useTaskSearch(companyId: string, tasks: readonly LoggableTask[], hasMore: boolean) {
  const [asked, setAsked] = useState('');
  const { typed, type } = useDebouncedInput('', setAsked);
  const words = typed.trim();
  const further = useLoggableTasks(hasMore ? asked : '');
  const fitting = (others: readonly LoggableTask[]) => {
    const known = new Set(tasks.map(({ taskId }) => taskId));
    const rest = others.filter(({ taskId }) => !known.has(taskId));
    return [...matchTasks(words, tasks).found, ...matchTasks(words, rest).found];
  };
  return {
    typed,
    type,
    words,
    offered: words === '' ? tasks : fitting(hasMore ? (further.data?.found ?? []) : []),
    isComing: hasMore && words !== '' && (asked !== words || further.isPlaceholderData),
    isFailed: hasMore && further.isError,
    hasMore: hasMore && further.data?.hasMore === true,
    find: async () => fitting(hasMore ? await findLoggableTasks(companyId, words) : []),
  };
}
