import Star from 'lucide-react/icons/star';
import { IconButton } from '../ui/IconButton.tsx';
import classes from './favourite.module.css';
import { useFavourite } from './favourites.ts';
import type { LoggableTask } from './WorklogForm.tsx';

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
