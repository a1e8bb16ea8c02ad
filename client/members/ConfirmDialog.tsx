import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './members.module.css';

type Props = {
  isOpen: boolean;
  title: string;
  /** What cannot be undone. */
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** A confirmation dialog, only for actions that cannot be undone. */
export const ConfirmDialog = ({ isOpen, title, text, confirmLabel, onConfirm, onClose }: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={title}>
    <p className={classes.confirmText}>{text}</p>
    <div className={classes.buttons}>
      <Button onClick={onConfirm}>{confirmLabel}</Button>
      <Button variant="default" onClick={onClose}>
        {m.ui_cancel()}
      </Button>
    </div>
  </Dialog>
);
