import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import classes from './worklogs.module.css';

type Props = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** A dialog with a question. Its head is not a <header>, because a page may have only one banner. */
export function QuestionDialog({ isOpen, title, onClose, children }: Props) {
  // Opened after mounting: only then does the modal remember and restore the focus.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return (
    <Modal.Root opened={isOpen && isThere} onClose={onClose} centered lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.questionHead}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={m.shell_close()} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
