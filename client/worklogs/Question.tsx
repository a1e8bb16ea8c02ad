import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import classes from './worklogs.module.css';

type Props = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** A dialog that asks. Its head is no page header: a page has one banner. */
export function Question({ isOpen, title, onClose, children }: Props) {
  // It comes with its chunk, and only what opens after it is there gives the focus back.
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
