import { ActionIcon, Modal } from '@mantine/core';
import Keyboard from 'lucide-react/icons/keyboard';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useRole } from '../auth.ts';
import { useShellKeys } from './keys.ts';
import { placesOf } from './navigation.ts';
import classes from './shell.module.css';

/** The list of keys, and the keys themselves. */
export function KeyHelp() {
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  useShellKeys(role, () => setOpen(true));
  const rows: [readonly string[], string][] = [
    [['?'], m.keys_help()],
    ...placesOf(role).map(({ letter, label }): [readonly string[], string] => [
      ['G', letter.toUpperCase()],
      m.keys_go({ page: label() }),
    ]),
    ...(role === 'worker' ? [[['N'], m.keys_new_worklog()] satisfies [readonly string[], string]] : []),
    [['↑', '↓'], m.keys_rows()],
    [['Enter'], m.keys_open()],
    [['Esc'], m.keys_close()],
  ];
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={m.keys_help()}
        onClick={() => setOpen(true)}
        className={classes.keyButton ?? ''}
      >
        <Keyboard size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={m.keys_title()}
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        <dl className={classes.keys}>
          {rows.map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}
