import { Button, Modal } from '@mantine/core';
import { m } from '#locales/messages.js';
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
  <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': m.shell_close() }}>
    <p className={classes.askText}>{text}</p>
    <div className={classes.buttons}>
      <Button onClick={onConfirm}>{confirmLabel}</Button>
      <Button variant="default" onClick={onClose}>
        {m.ui_cancel()}
      </Button>
    </div>
  </Modal>
);
