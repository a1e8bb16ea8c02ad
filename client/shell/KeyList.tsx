import { Modal } from '@mantine/core';
import { m } from '#locales/messages.js';
import { useRole } from '../auth.ts';
import classes from './keys.module.css';
import { placesOf } from './navigation.ts';

const reviewRows = (): (readonly [readonly string[], string])[] => [
  [['A'], m.keys_review_approve()],
  [['R'], m.keys_review_reject()],
  [['S'], m.keys_review_skip()],
  [['←'], m.keys_review_back()],
  [['U'], m.keys_review_undo()],
];

const weekRows = (): (readonly [readonly string[], string])[] => [
  [['←', '↑', '→', '↓'], m.keys_week_stops()],
  [['M'], m.keys_week_move()],
  [['R'], m.keys_week_resize()],
  [['PgUp', 'PgDn'], m.keys_week_pages()],
];

/** The list of keys, in its own chunk because it is rarely asked for. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const role = useRole();
  const rows: (readonly [readonly string[], string])[] = [
    [['Ctrl/⌘', 'K'], m.finder_title()],
    [['?'], m.keys_help()],
    ...placesOf(role).map(({ letter, label }) => [['G', letter.toUpperCase()], m.keys_go({ page: label() })] as const),
    ...(role === 'worker'
      ? ([
          [['N'], m.keys_new_worklog()],
          [['Q'], m.quick_title()],
          [['T'], m.keys_timer()],
        ] as const)
      : []),
    [['↑', '↓'], m.keys_rows()],
    [['Enter'], m.keys_open()],
    ...(role === 'worker' ? weekRows() : []),
    ...(placesOf(role).some(({ path }) => path === '/approvals') ? reviewRows() : []),
    [['Esc'], m.keys_close()],
  ];
  return (
    <Modal opened onClose={onClose} title={m.keys_title()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
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
  );
}
