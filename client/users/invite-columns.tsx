import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import type { Invite } from '#contract/invites.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
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

export const inviteColumns = (isAdmin: boolean, zone: string): Column<Invite>[] => [
  {
    id: 'email',
    header: m.users_email(),
    onCard: 'title',
    cell: ({ email, sentAt, invitedByName }) => (
      <span className={classes.sent}>
        <span className={classes.strong}>{email}</span>
        <span className={classes.sentBy}>
          {m.invites_sent_by({ name: invitedByName, day: formatDate(dayOf(new Date(sentAt), zone)) })}
        </span>
      </span>
    ),
  },
  {
    id: 'role',
    header: m.users_role(),
    cell: (invite) => (isAdmin && invite.state === 'pending' ? <InviteRole invite={invite} /> : roleLabel(invite.role)),
  },
  { id: 'state', header: m.users_state(), cell: ({ state }) => <InviteState state={state} /> },
  {
    id: 'expiresAt',
    header: m.invites_expires(),
    cell: ({ state, expiresAt }) => (
      <span className={classes.day}>
        {state === 'pending' || state === 'expired' ? formatDate(dayOf(new Date(expiresAt), zone)) : '–'}
      </span>
    ),
  },
];

function InviteState({ state }: Pick<Invite, 'state'>) {
  const { label, icon: Icon } = states[state];
  return (
    <span className={classes.state}>
      <Icon size={14} aria-hidden />
      {label()}
    </span>
  );
}
