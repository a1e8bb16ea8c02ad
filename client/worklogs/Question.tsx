import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import classes from './worklogs.module.css';

type Props = { isOpen: boolean; title: string; onClose: () => void; children: ReactNode };

/** A dialog that asks. Its head is no page header: a page has one banner. */
export const Question = ({ isOpen, title, onClose, children }: Props) => (
  <Modal.Root opened={isOpen} onClose={onClose} centered lockScroll={false}>
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
