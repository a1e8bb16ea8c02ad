// Tasks by a few words: those on offer at once, and what the server finds besides once the hands rest. What was found
// first keeps its place, so that nothing slips under the finger.

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
