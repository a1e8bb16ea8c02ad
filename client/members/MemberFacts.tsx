import type { MemberDetails } from '#contract/members.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { formatDate } from '../ui/format.ts';
import { TextLink } from '../ui/TextLink.tsx';
import classes from './members.module.css';

/** Email, dates, state and pending worklogs of a member. */
export function MemberFacts({ member }: { member: MemberDetails }) {
  const { timeZone } = useCompany();
  const { email, lastActiveOn } = member;
  return (
    <dl className={classes.facts}>
      {email !== null && (
        <>
          <dt>{m.users_email()}</dt>
          <dd>
            <EmailText email={email} />
          </dd>
        </>
      )}
      <dt>{m.users_since()}</dt>
      <dd className="numeric">{formatDate(dayOf(new Date(member.joinedAt), timeZone))}</dd>
      <dt>{m.users_state()}</dt>
      <dd>{stateOf(member, timeZone)}</dd>
      <dt>{m.users_last_active()}</dt>
      <dd className="numeric">{lastActiveOn === null ? m.users_never_active() : formatDate(lastActiveOn)}</dd>
      <dt>{m.users_pending()}</dt>
      <dd>
        <Pending member={member} />
      </dd>
    </dl>
  );
}

function stateOf({ deactivatedAt, email }: MemberDetails, timeZone: string): string {
  if (deactivatedAt === null) return m.users_active();
  const day = formatDate(dayOf(new Date(deactivatedAt), timeZone));
  return email === null ? m.users_closed_on({ day }) : m.users_deactivated_on({ day });
}

/** Links to the approvals, starting at the oldest pending worklog. */
function Pending({ member: { userId, pendingWorklogs: count, oldestPendingOn } }: { member: MemberDetails }) {
  if (oldestPendingOn === null) return m.users_pending_none();
  return (
    <>
      <TextLink to={`${pathTo('/approvals')}?workers=${userId}&from=${oldestPendingOn}`}>
        {m.users_pending_link({ count })}
      </TextLink>
      , {m.users_pending_oldest({ day: formatDate(oldestPendingOn) })}
    </>
  );
}
