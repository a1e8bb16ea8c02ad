import { useQuery } from '@tanstack/react-query';
import type { MemberDetails } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { isMissing } from '../api.ts';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { roleLabel } from '../role-labels.ts';
import { usePathParameter } from '../routing/location.ts';
import { useNameInTitle } from '../shell/document-title.ts';
import { PageError } from '../shell/route-errors.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { MemberAccess } from './MemberAccess.tsx';
import { MemberFacts } from './MemberFacts.tsx';
import { MemberMonth } from './MemberMonth.tsx';
import { MemberProjects } from './MemberProjects.tsx';
import { MemberRole } from './MemberRole.tsx';
import classes from './members.module.css';

/** One member of the company. A member who closed the account can be neither changed nor reactivated. */
export function MemberPage() {
  const { id: companyId } = useCompany();
  const userId = usePathParameter('uid');
  const query = useQuery({
    ...apiQuery('members', 'GET /companies/{companyId}/members/{userId}', { companyId, userId }),
    // Always refetched, because decisions and project changes affect it too.
    staleTime: 0,
  });
  const member = query.data;
  const isClosed = member?.email === null;
  useNameInTitle(member?.name);
  if (!member && isMissing(query.error)) return <PageError error={query.error} />;
  return (
    <>
      <PageHeader title={m.route_user_details()} text={member && <MemberName member={member} />} />
      {query.isError && !member && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <SkeletonRows rows={4} height={96} />}
      {member && (
        <div className={classes.columns}>
          <div>
            {!isClosed && <MemberProjects member={member} />}
            <MemberMonth member={member} />
          </div>
          <div>
            <Section title={m.users_membership()}>
              <MemberFacts member={member} />
            </Section>
            {isClosed ? (
              <Section title={m.users_account_closed()} text={m.users_closed_text({ name: member.name })} />
            ) : (
              <>
                <MemberRole member={member} />
                <MemberAccess member={member} />
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

const MemberName = ({ member: { name, isYou, role } }: { member: MemberDetails }) => (
  <span className={classes.heading}>
    <strong>{isolated(name)}</strong> <span className="dimmed">{isYou ? m.users_you() : roleLabel(role)}</span>
  </span>
);
