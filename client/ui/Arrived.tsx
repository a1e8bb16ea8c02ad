import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import classes from './table.module.css';

type Props = { count: number; onShow: () => void; label?: string };

/** Newcomers wait for whoever is reading: they would move the rows. It goes away when pressed; the focus stays in the list. */
export const Arrived = ({ count, onShow, label = m.ui_arrived({ count }) }: Props) =>
  count > 0 && (
    <Button
      variant="light"
      size="compact-sm"
      className={classes.arrived ?? ''}
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.focus({ preventScroll: true });
        onShow();
      }}
    >
      {label}
    </Button>
  );
