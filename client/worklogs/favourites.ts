// Favourite tasks: toggled optimistically; the queries of task pickers are invalidated.

import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import type { LoggableTask } from './WorklogForm.tsx';

const options = { invalidates: ['projects'] } as const;

export function useFavourite(task: LoggableTask) {
  const { id: companyId } = useCompany();
  const add = useApiMutation('PUT /companies/{companyId}/favourite-tasks/{taskId}', options);
  const remove = useApiMutation('DELETE /companies/{companyId}/favourite-tasks/{taskId}', options);
  const isOn = add.isPending ? true : remove.isPending ? false : task.isFavourite;
  const toggle = () => {
    const write = task.isFavourite ? remove : add;
    write.mutate({ companyId, taskId: task.taskId }, { onError: toastProblem });
  };
  return { isOn, toggle, label: m.worklog_favourite({ task: task.taskName }) };
}
