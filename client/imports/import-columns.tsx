import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import MailCheck from 'lucide-react/icons/mail-check';
import MailX from 'lucide-react/icons/mail-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserPlus from 'lucide-react/icons/user-plus';
import UserX from 'lucide-react/icons/user-x';
import type { ImportRow } from '#contract/imports.ts';
import { m } from '#locales/messages.js';
import { roleLabel } from '../role-labels.ts';
import { EmailText } from '../ui/EmailText.tsx';
import type { TableColumn } from '../ui/table.ts';
import classes from './import.module.css';
import { importStateText } from './import-texts.ts';

const icons = {
  new: UserPlus,
  member: CircleCheck,
  deactivated: UserX,
  invited: Clock,
  repeated: CircleAlert,
  'no-email': TriangleAlert,
  'wrong-email': TriangleAlert,
  'wrong-role': TriangleAlert,
  'wrong-name': TriangleAlert,
  'too-often': CircleAlert,
};

const mailIcons = { waiting: Clock, sent: MailCheck, failed: MailX, dropped: CircleSlash };

export type ShownImportRow = ImportRow & { lacks?: 'seat' | 'invite' | null };

export const importColumns = (): TableColumn<ShownImportRow>[] => [
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
    canBreak: true,
    header: m.users_email(),
    onCard: 'title',
    cell: ({ email }) => (
      <span className={classes.address}>{email.includes('@') ? <EmailText email={email} /> : email || '–'}</span>
    ),
  },
  {
    id: 'name',
    canBreak: true,
    header: m.users_name(),
    cell: ({ name }) => <span className={classes.name}>{name || '–'}</span>,
  },
  {
    id: 'role',
    header: m.users_role(),
    cell: ({ grants, role }) => (grants ? roleLabel(grants) : role || '–'),
  },
  { id: 'state', header: m.users_import_happens(), cell: (row) => <ImportState row={row} /> },
];

function ImportState({ row }: { row: ShownImportRow }) {
  const Icon = row.mail ? mailIcons[row.mail] : row.lacks ? CircleAlert : icons[row.verdict];
  const isWrong = Icon === TriangleAlert || Icon === MailX;
  return (
    <span className={classes.state} data-wrong={isWrong}>
      <Icon size={16} aria-hidden />
      {importStateText(row)}
    </span>
  );
}
