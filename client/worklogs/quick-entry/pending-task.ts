// Submits a line once its task is picked: Enter before the tasks have loaded, where the line can mean no other task, and the
// button, where it is clear which task is submitted.

import { useEffect, useState } from 'react';
import { usePendingChoice } from '../../ui/pending-choice.ts';
import type { LoggableTask } from '../loader.ts';
import type { QuickTasks } from './quick-tasks.ts';

/** What happens to the dialog once the line is submitted. */
export type AfterSubmit = 'close' | 'stay';

type Options = {
  tasks: QuickTasks;
  onPick: (task: LoggableTask) => void;
  /** Takes the best of several matches, to be checked before the line is submitted. */
  onSuggest: (task: LoggableTask) => void;
  onSubmit: (then: AfterSubmit) => unknown;
};

export function usePendingTask({ tasks: { task, find }, onPick, onSuggest, onSubmit }: Options) {
  const [submits, setSubmits] = useState<AfterSubmit | null>(null);
  const pickAndSubmit = (picked: LoggableTask, then: AfterSubmit) => {
    onPick(picked);
    setSubmits(then);
  };
  const { chooseFirst, cancel } = usePendingChoice(
    ({ first, isCertain, then }: { first: LoggableTask; isCertain: boolean; then: AfterSubmit }) => {
      if (isCertain) pickAndSubmit(first, then);
      else onSuggest(first);
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
    pickAndSubmit,
    cancel,
  };
}
