import CircleSlash from 'lucide-react/icons/circle-slash';
import type { Member } from '#contract/members.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { roleLabel } from '../role-labels.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { formatDate } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import classes from './members.module.css';

/** A narrow table has no room for the day on which they joined. */
export const memberColumns = (zone: string, isNarrowTable: boolean): TableColumn<Member>[] =>
  columns(zone).filter(({ id }) => !(isNarrowTable && id === 'joinedAt'));

const columns = (zone: string): TableColumn<Member>[] => [
  {
    id: 'name',
    canBreak: true,
    width: '30%',
    header: m.users_name(),
    isSortable: true,
    onCard: 'title',
    cell: ({ name, email, isYou }) => (
      <span className={classes.compactCell}>
        <span className={classes.strong}>{isolated(name)}</span>
        {isYou && <span className="dimmed"> {m.users_you()}</span>}
        <span className={classes.underName}>
          <EmailText email={email} />
        </span>
      </span>
    ),
  },
  {
    id: 'email',
    canBreak: true,
    width: '34%',
    header: m.users_email(),
    isSortable: true,
    onCard: 'hidden',
    cell: ({ email }) => (
      <span className={classes.compactCell}>
        <EmailText email={email} />
      </span>
    ),
  },
  { id: 'role', header: m.users_role(), isSortable: true, onCard: 'bare-line', cell: ({ role }) => roleLabel(role) },
  { id: 'state', header: m.users_state(), onCard: 'aside', cell: (member) => <MemberStateCell member={member} /> },
  {
    id: 'joinedAt',
    header: m.users_joined(),
    align: 'end',
    isSortable: true,
    onCard: 'hidden',
    cell: ({ joinedAt }) => <span className="numeric unbroken">{formatDate(dayOf(new Date(joinedAt), zone))}</span>,
  },
];

const MemberStateCell = ({ member: { deactivatedAt, email } }: { member: Member }) =>
  deactivatedAt === null ? (
    <span className={classes.usualState}>{m.users_active()}</span>
  ) : (
    <span className={classes.state}>
      <CircleSlash size={14} aria-hidden />
      {email === null ? m.users_account_closed() : m.users_deactivated()}
    </span>
  );
