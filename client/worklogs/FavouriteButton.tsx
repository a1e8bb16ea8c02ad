import Star from 'lucide-react/icons/star';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './favourite.module.css';
import type { LoggableTask } from './loader.ts';

const options = { invalidates: ['projects'] } as const;

/** Toggles whether the task is a favourite, which comes first in every task picker. */
export function FavouriteButton({ task, className }: { task: LoggableTask; className?: string | undefined }) {
  const { isOn, toggle, label } = useFavourite(task);
  return (
    <IconButton
      aria-label={label}
      aria-pressed={isOn}
      onClick={toggle}
      className={`${classes.star} ${className ?? ''}`}
    >
      <Star size={18} aria-hidden />
    </IconButton>
  );
}

/** Toggled optimistically; the queries of task pickers are invalidated. */
function useFavourite(task: LoggableTask) {
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
