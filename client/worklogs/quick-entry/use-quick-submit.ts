import type { useActiveOption } from '../../ui/active-option.ts';
import type { LoggableTask } from '../loader.ts';
import { type AfterSubmit, usePendingTask } from './pending-task.ts';
import type { QuickForm } from './use-quick-entry.ts';

type Options = {
  form: QuickForm;
  offered: readonly LoggableTask[];
  option: ReturnType<typeof useActiveOption<LoggableTask>>;
  isFieldOnly: boolean;
  focusField: () => void;
  save: (then: AfterSubmit) => unknown;
};

/** Enter chooses the active task, then submits; the button does both at once where it is clear which task is meant. */
export function useQuickSubmit({ form, offered, option, isFieldOnly, focusField, save }: Options) {
  const { marked, active, mark } = option;
  const { tasks } = form;
  const pickTask = (task: LoggableTask) => {
    tasks.pick(task);
    mark();
  };
  const suggestTask = (task: LoggableTask) => {
    tasks.suggest(task);
    mark();
  };
  const { chooseFirst, pickAndSubmit, cancel } = usePendingTask({
    tasks,
    onPick: pickTask,
    onSuggest: suggestTask,
    onSubmit: save,
  });
  // The first one of an incomplete list may not be the best match.
  const chosen = tasks.isKnown ? active : marked;
  const confirm = (then: AfterSubmit) => {
    if (isFieldOnly) return;
    if (chosen) pickTask(chosen);
    else if (tasks.task) save(then);
    else void chooseFirst(then);
  };
  /** One press submits, unless it would choose between several tasks; then it chooses, and the next one submits. */
  const submit = (then: AfterSubmit) => {
    focusField();
    // Perhaps the second tap on a line that has just been submitted.
    if (form.typed.trim() === '') return save(then);
    if (!chosen) return confirm(then);
    if (chosen === marked || offered.length === 1) return pickAndSubmit(chosen, then);
    suggestTask(chosen);
    form.showMissing();
  };
  return { confirm, submit, cancel };
}
