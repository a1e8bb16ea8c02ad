import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { canOpen, useRouteAccess } from '../routing/route-access.ts';
import { useSettings } from '../settings/settings.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { navigationItems } from './navigation-items.ts';
import classes from './shortcuts.module.css';

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

const timesheetRows = (): (readonly [readonly string[], string])[] => [
  [['Tab', '←', '↑', '→', '↓'], m.keys_timesheet_move()],
  [['F2'], m.keys_timesheet_edit()],
  [['Del'], m.keys_timesheet_clear()],
];

const isLetter = (key: string): boolean => /^[A-Z?]$/.test(key);

/** The list of shortcuts, loaded on demand. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const access = useRouteAccess();
  const { hasShortcuts } = useSettings();
  const rows: (readonly [readonly string[], string])[] = [
    [['Ctrl/⌘', 'K'], m.finder_title()],
    [['?'], m.keys_help()],
    ...navigationItems(access).map(
      ({ letter, label }) => [['G', letter.toUpperCase()], m.keys_go({ page: label() })] as const,
    ),
    ...(canOpen('/worklogs', access)
      ? ([
          [['N'], m.keys_new_worklog()],
          [['Q'], m.quick_title()],
          [['T'], m.keys_timer()],
          [['X'], m.keys_timer_stop()],
        ] as const)
      : []),
    [['↑', '↓'], m.keys_rows()],
    [['Enter'], m.keys_open()],
    [['Ctrl/⌘', 'Enter'], m.keys_submit()],
    ...(canOpen('/worklogs', access) ? [...weekRows(), ...timesheetRows()] : []),
    ...(canOpen('/approvals', access) ? reviewRows() : []),
    [['Esc'], m.keys_close()],
  ];
  return (
    <Dialog isOpen onClose={onClose} title={m.keys_title()}>
      <p className={classes.note}>
        {hasShortcuts ? m.keys_on() : m.keys_off()} <TextLink to={pathTo('/settings')}>{m.keys_settings()}</TextLink>
      </p>
      <dl className={classes.keys}>
        {rows
          .filter(([keys]) => hasShortcuts || !keys.some(isLetter))
          .map(([keys, meaning]) => (
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
    </Dialog>
  );
}
