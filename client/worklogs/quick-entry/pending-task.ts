// Enter before the tasks have loaded: picks the first match, and submits the line where it can mean no other task.

import { useEffect, useState } from 'react';
import { usePendingChoice } from '../../ui/pending-choice.ts';
import type { LoggableTask } from '../loader.ts';
import type { QuickTasks } from './quick-tasks.ts';

/** What happens to the dialog once the line is submitted. */
export type AfterSubmit = 'close' | 'stay';

type Options = { tasks: QuickTasks; onPick: (task: LoggableTask) => void; onSubmit: (then: AfterSubmit) => unknown };

export function usePendingTask({ tasks: { task, find }, onPick, onSubmit }: Options) {
  const [submits, setSubmits] = useState<AfterSubmit | null>(null);
  const { chooseFirst, cancel } = usePendingChoice(
    ({ first, isCertain, then }: { first: LoggableTask; isCertain: boolean; then: AfterSubmit }) => {
      onPick(first);
      if (isCertain) setSubmits(then);
    },
  );
  // The line is read again with the picked task, because its kind decides what the values mean.
  useEffect(() => {
    if (submits === null || !task) return;
    setSubmits(null);
    onSubmit(submits);
  });
  return {
    chooseFirst: (then: AfterSubmit) =>
      chooseFirst(
        async () => {
          const match = await find();
          return match && { ...match, then };
        },
        () => onSubmit(then),
      ),
    cancel,
  };
}
