import { useQuery } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { usePathParameter } from '../location.ts';
import { read } from '../queries.ts';
import { formatDate } from '../ui/format.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { EmailText } from './EmailText.tsx';
import { MemberAccess } from './MemberAccess.tsx';
import { MemberRole } from './MemberRole.tsx';
import classes from './users.module.css';

export function UserPage() {
  const { id: companyId, timeZone } = useCompany();
  const dayText = (at: string) => formatDate(dayOf(new Date(at), timeZone));
  const userId = usePathParameter('uid');
  const query = useQuery(read('members', 'GET /companies/{companyId}/members/{userId}', { companyId, userId }));
  const member = query.data;
  return (
    <>
      <PageHeader title={m.route_user_details()} />
      {query.isError && !member && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <SkeletonRows rows={4} height={96} />}
      {member && (
        <>
          <Section title={member.isYou ? `${member.name} ${m.users_you()}` : member.name}>
            <dl className={classes.facts}>
              <dt>{m.users_email()}</dt>
              <dd>
                <EmailText email={member.email} />
              </dd>
              <dt>{m.users_joined()}</dt>
              <dd className="numeric">{dayText(member.joinedAt)}</dd>
              <dt>{m.users_state()}</dt>
              <dd>
                {member.deactivatedAt === null
                  ? m.users_active()
                  : m.users_deactivated_on({ day: dayText(member.deactivatedAt) })}
              </dd>
            </dl>
          </Section>
          <MemberRole key={member.role} member={member} />
          <MemberAccess member={member} />
        </>
      )}
    </>
  );
}
