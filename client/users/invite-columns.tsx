import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import type { Invite } from '#contract/invites.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { EmailText } from '../ui/EmailText.tsx';
import { formatDate } from '../ui/format.ts';
import { roleLabel } from '../ui/labels.ts';
import type { Column } from '../ui/table.ts';
import { InviteRole } from './InviteRole.tsx';
import classes from './users.module.css';

const states = {
  pending: { label: m.invites_pending, icon: Clock },
  accepted: { label: m.invites_accepted, icon: CircleCheck },
  revoked: { label: m.invites_revoked, icon: CircleSlash },
  expired: { label: m.invites_expired, icon: Hourglass },
};

export const inviteStateLabel = (state: Invite['state']): string => states[state].label();

export const inviteColumns = (isAdmin: boolean, zone: string): Column<Invite>[] => [
  {
    id: 'email',
    header: m.users_email(),
    isSortable: true,
    onCard: 'title',
    cell: ({ email, invitedByName }) => (
      <span className={classes.sent}>
        <span className={classes.strong}>
          <EmailText email={email} />
        </span>
        <span className={classes.sentBy}>{m.invites_by({ name: invitedByName })}</span>
      </span>
    ),
  },
  {
    id: 'role',
    header: m.users_role(),
    isSortable: true,
    cell: (invite) => (isAdmin && invite.state === 'pending' ? <InviteRole invite={invite} /> : roleLabel(invite.role)),
  },
  {
    id: 'state',
    header: m.users_state(),
    isSortable: true,
    cell: ({ state, expiresAt }) => <InviteState state={state} lastDay={dayOf(new Date(expiresAt), zone)} />,
  },
  {
    id: 'sentAt',
    header: m.invites_sent(),
    isSortable: true,
    cell: ({ sentAt }) => <span className="numeric unbroken">{formatDate(dayOf(new Date(sentAt), zone))}</span>,
  },
];

function InviteState({ state, lastDay }: Pick<Invite, 'state'> & { lastDay: Day }) {
  const { label, icon: Icon } = states[state];
  return (
    <span className={classes.inviteState}>
      <span className={classes.state}>
        <Icon size={14} aria-hidden />
        {label()}
      </span>
      {state === 'pending' && <span className={classes.sentBy}>{m.invites_until({ day: formatDate(lastDay) })}</span>}
      {state === 'expired' && <span className={classes.sentBy}>{m.invites_since({ day: formatDate(lastDay) })}</span>}
    </span>
  );
}
