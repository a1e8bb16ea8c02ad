import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';

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
    <p>{text}</p>
    <DialogButtons>
      <Button variant="default" onClick={onClose}>
        {m.ui_cancel()}
      </Button>
      <Button color="red" onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </DialogButtons>
  </Dialog>
);
