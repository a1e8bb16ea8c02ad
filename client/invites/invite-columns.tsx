import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Clock from 'lucide-react/icons/clock';
import Hourglass from 'lucide-react/icons/hourglass';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { Invite } from '#contract/invites.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import people from '../members/members.module.css';
import { roleLabel } from '../role-labels.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { formatDate } from '../ui/format.ts';
import { Hint } from '../ui/SummaryFigures.tsx';
import type { TableColumn } from '../ui/table.ts';
import { InviteRole } from './InviteRole.tsx';
import classes from './invites.module.css';
import { undeliverableLabels } from './undeliverable-labels.ts';

const states = {
  pending: { label: m.invites_pending, icon: Clock },
  accepted: { label: m.invites_accepted, icon: CircleCheck },
  revoked: { label: m.invites_revoked, icon: CircleSlash },
  expired: { label: m.invites_expired, icon: Hourglass },
};

export const inviteStateLabel = (state: Invite['state']): string => states[state].label();

/** A narrow table and a card have no room for the day on which they were sent; the state names the last day. */
export const inviteColumns = (canManage: boolean, zone: string, isNarrowTable: boolean): TableColumn<Invite>[] =>
  columns(canManage, zone).filter(({ id }) => !(isNarrowTable && id === 'sentAt'));

const columns = (canManage: boolean, zone: string): TableColumn<Invite>[] => [
  {
    id: 'email',
    canBreak: true,
    header: m.users_email(),
    isSortable: true,
    onCard: 'title',
    cell: ({ email, invitedByName }) => (
      <span className={classes.sent}>
        <span className={people.strong}>
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
    onCard: 'bare-line',
    cell: (invite) =>
      canManage && invite.state === 'pending' ? <InviteRole invite={invite} /> : roleLabel(invite.role),
  },
  {
    id: 'state',
    header: m.users_state(),
    isSortable: true,
    onCard: 'bare-line',
    cell: ({ state, undeliverable, expiresAt }) => (
      <InviteStateCell
        state={state}
        undeliverable={undeliverable}
        canManage={canManage}
        lastDay={dayOf(new Date(expiresAt), zone)}
      />
    ),
  },
  {
    id: 'sentAt',
    header: m.invites_sent(),
    isSortable: true,
    onCard: 'hidden',
    cell: ({ sentAt }) => <span className="numeric unbroken">{formatDate(dayOf(new Date(sentAt), zone))}</span>,
  },
];

type StateProps = Pick<Invite, 'state' | 'undeliverable'> & { lastDay: Day; canManage: boolean };

/** A failed delivery is shown first, with its reason on hover, focus and touch. */
function InviteStateCell({ state, undeliverable, lastDay, canManage }: StateProps) {
  const { label, icon: Icon } = states[state];
  const isOpen = state === 'pending' || state === 'expired';
  const day = formatDate(lastDay);
  const until = isOpen && (state === 'pending' ? m.invites_until({ day }) : m.invites_since({ day }));
  if (isOpen && undeliverable !== null) {
    const reason = undeliverableLabels[undeliverable]();
    return (
      <span className={classes.deadline}>
        <Hint text={canManage ? `${reason} ${m.invites_undeliverable_advice()}` : reason}>
          <span className={classes.undeliverable}>
            <MailWarning size={14} aria-hidden />
            {m.invites_not_delivered()}
          </span>
        </Hint>
        <span className={classes.sentBy}>
          {label()} {until}
        </span>
      </span>
    );
  }
  return (
    <span className={classes.deadline}>
      <span className={people.state}>
        <Icon size={14} aria-hidden />
        {label()}
      </span>
      {until && <span className={classes.sentBy}>{until}</span>}
    </span>
  );
}
