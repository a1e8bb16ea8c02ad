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

type ShownMembers = 'all' | 'active' | 'deactivated';

/** In a narrow table, as on a card, the email is below the name. The state is shown where the filter does not say it. */
export const memberColumns = (zone: string, isNarrowTable: boolean, shown: ShownMembers): TableColumn<Member>[] =>
  columns(zone, shown)
    .filter(({ id }) => !(isNarrowTable && id === 'email') && !(shown === 'active' && id === 'state'))
    .map((column) =>
      isNarrowTable && column.id === 'name'
        ? { ...column, width: '48%', below: { id: 'email', header: m.users_email() } }
        : column,
    );

const columns = (zone: string, shown: ShownMembers): TableColumn<Member>[] => [
  {
    id: 'name',
    canBreak: true,
    width: '30%',
    header: m.users_name(),
    isSortable: true,
    onCard: 'title',
    cell: ({ name, email, isYou }) => (
      <span className={classes.compactCell}>
        <span className={classes.name}>
          <span className={classes.strong}>{isolated(name)}</span>
          {isYou && <span className="dimmed"> {m.users_you()}</span>}
        </span>
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
  {
    id: 'role',
    header: m.users_role(),
    isSortable: true,
    onCard: 'bare-line',
    cell: ({ role }) => <span className={classes.compactCell}>{roleLabel(role)}</span>,
  },
  {
    id: 'state',
    header: m.users_state(),
    onCard: 'aside',
    cell: (member) => <MemberStateCell member={member} shown={shown} />,
  },
  {
    id: 'joinedAt',
    header: m.users_joined(),
    align: 'end',
    isSortable: true,
    onCard: 'hidden',
    cell: ({ joinedAt }) => <span className="numeric unbroken">{formatDate(dayOf(new Date(joinedAt), zone))}</span>,
  },
];

function MemberStateCell({ member: { deactivatedAt, email }, shown }: { member: Member; shown: ShownMembers }) {
  if (deactivatedAt === null) return <span className={`${classes.usualState} dimmed`}>{m.users_active()}</span>;
  if (email !== null && shown === 'deactivated') return null;
  return (
    <span className={classes.state}>
      <CircleSlash size={14} aria-hidden />
      {email === null ? m.users_account_closed() : m.users_deactivated()}
    </span>
  );
}
