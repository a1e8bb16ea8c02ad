import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import classes from './table.module.css';

type Props = { count: number; onShow: () => void; label?: string };

/** Shows new items on demand, because inserting them would move the rows being read. Keeps the focus in the list. */
export const NewItemsBar = ({ count, onShow, label = m.ui_arrived({ count }) }: Props) =>
  count > 0 && (
    <Button
      variant="light"
      size="compact-sm"
      className={classes.newItems ?? ''}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.focus({ preventScroll: true });
        onShow();
      }}
    >
      {label}
    </Button>
  );
