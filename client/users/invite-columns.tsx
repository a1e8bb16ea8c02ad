import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import type { Invite } from '#contract/invites.ts';
import { m } from '#locales/messages.js';
import { formatInstant } from '../ui/format.ts';
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

export const inviteColumns = (isAdmin: boolean): Column<Invite>[] => [
  {
    id: 'email',
    header: m.users_email(),
    onCard: 'title',
    cell: ({ email }) => <span className={classes.strong}>{email}</span>,
  },
  {
    id: 'role',
    header: m.users_role(),
    cell: (invite) => (isAdmin && invite.state === 'pending' ? <InviteRole invite={invite} /> : roleLabel(invite.role)),
  },
  { id: 'state', header: m.users_state(), cell: ({ state }) => <InviteState state={state} /> },
  {
    id: 'sentAt',
    header: m.invites_sent(),
    cell: ({ sentAt, invitedByName }) => (
      <span className={classes.sent}>
        <span className="numeric">{formatInstant(sentAt)}</span>
        <span className="dimmed small">{invitedByName}</span>
      </span>
    ),
  },
  {
    id: 'expiresAt',
    header: m.invites_expires(),
    cell: ({ state, expiresAt }) => (
      <span className="numeric">{state === 'pending' || state === 'expired' ? formatInstant(expiresAt) : '–'}</span>
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
