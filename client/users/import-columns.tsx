import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserPlus from 'lucide-react/icons/user-plus';
import { m } from '#locales/messages.js';
import { roleLabel } from '../ui/labels.ts';
import type { Column } from '../ui/table.ts';
import type { ImportRow } from './import-list.ts';
import classes from './users.module.css';

const states = {
  new: { text: m.users_import_is_new, icon: UserPlus },
  member: { text: m.users_import_is_member, icon: CircleCheck },
  invited: { text: m.users_import_is_invited, icon: Clock },
  repeated: { text: m.users_import_is_repeated, icon: TriangleAlert },
  'wrong-email': { text: m.users_import_is_no_email, icon: TriangleAlert },
};

export const importColumns = (): Column<ImportRow>[] => [
  {
    id: 'line',
    header: m.users_import_line(),
    align: 'end',
    width: '64px',
    onCard: 'aside',
    cell: ({ line }) => <span className="numeric dimmed">{line}</span>,
  },
  {
    id: 'email',
    header: m.users_email(),
    onCard: 'title',
    cell: ({ email }) => <span className={classes.strong}>{email}</span>,
  },
  { id: 'name', header: m.users_name(), cell: ({ name }) => name || '–' },
  {
    id: 'role',
    header: m.users_role(),
    cell: ({ role, unknownRole }) => (unknownRole === '' ? roleLabel(role) : unknownRole),
  },
  { id: 'state', header: m.users_import_happens(), cell: (row) => <ImportStateText row={row} /> },
];

function ImportStateText({ row }: { row: ImportRow }) {
  const isUnknownRole = row.state === 'wrong-role';
  const { text, icon: Icon } = row.state === 'wrong-role' ? states['wrong-email'] : states[row.state];
  return (
    <span className={classes.importState}>
      <Icon size={14} aria-hidden />
      {isUnknownRole ? m.users_import_is_no_role({ role: row.unknownRole }) : text()}
    </span>
  );
}
