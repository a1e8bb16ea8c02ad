import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { m } from '#locales/messages.js';
import classes from './dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { Modal, type ModalProps } from './Modal.tsx';

export type DialogProps = Pick<ModalProps, 'isOpen' | 'onClose' | 'onClosed'> & {
  title: string;
  /** Default: medium. */
  size?: 'medium' | 'large';
  /** For a dialog that begins with a search field, which says what it is for and stays in its place while results change below. */
  isTitleHidden?: boolean;
  children: ReactNode;
};

/** A dialog in the middle of the window, with a title and a button that closes it. */
export function Dialog({ title, size = 'medium', isTitleHidden = false, children, ...modal }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      {...modal}
      aria-labelledby={titleId}
      className={`${classes.modal} ${classes.dialog} ${size === 'large' ? classes.large : ''} ${isTitleHidden ? classes.search : ''}`}
    >
      <div className={classes.head}>
        <h2 id={titleId} tabIndex={-1} className={isTitleHidden ? 'visually-hidden' : undefined}>
          {title}
        </h2>
        <CloseButton onClose={modal.onClose} />
      </div>
      <div className={classes.dialogBody}>{children}</div>
    </Modal>
  );
}

export type DrawerProps = Pick<ModalProps, 'isOpen' | 'onClose' | 'onClosed' | 'onKeyDown'> & {
  title: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A panel at the right edge of the window, with a title and a button that closes it. */
export function Drawer({ title, className = '', children, ...modal }: DrawerProps) {
  const titleId = useId();
  return (
    <Modal {...modal} aria-labelledby={titleId} className={`${classes.modal} ${classes.drawer} ${className}`}>
      <div className={classes.head}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton onClose={modal.onClose} />
      </div>
      {children}
    </Modal>
  );
}

/** The buttons of a dialog, at its end: first the one that changes nothing, last the one that acts. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton className={classes.close ?? ''} aria-label={m.shell_close()} onClick={onClose}>
    <X size={20} aria-hidden />
  </IconButton>
);
