import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { Alert } from '../ui/Alert.tsx';
import { projectTitle } from '../ui/project-title.ts';
import { TimeRangeText } from '../ui/texts.tsx';
import { overlapsOf } from '../worklog/day-timeline.ts';
import { workerDayQuery } from '../worklog/worklog-queries.ts';
import { approvalParameters, withWorklogDetails } from './filter.ts';

/** Worklogs of the same worker at the same time, whether or not the policy flags overlaps. */
export function Conflicts({ worklog }: { worklog: Worklog }) {
  const { id: companyId } = useCompany();
  const { data } = useQuery(workerDayQuery(companyId, worklog));
  const conflicts = overlapsOf(worklog, data?.worklogs ?? []);
  // A review keeps its position, so conflicting worklogs open in a new tab.
  const isReview = useFilters(approvalParameters)[0].review === '1';
  if (conflicts.length === 0 && !worklog.isConflicting) return null;
  return (
    <Alert tone="warning" role="note" icon={<TriangleAlert size={18} aria-hidden />}>
      <p>
        {conflicts.length === 0 ? m.approvals_conflicts_unseen() : m.approvals_conflicts({ count: conflicts.length })}
      </p>
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map((other) => (
            <li key={other.id}>
              <Link to="." search={withWorklogDetails(other.id)} {...(isReview ? { target: '_blank' } : {})}>
                {projectTitle(other)} · {isolated(other.taskName)}
              </Link>
              {', '}
              {other.startsAt && other.endsAt && (
                <TimeRangeText startsAt={other.startsAt} endsAt={other.endsAt} zone={other.zone} day={worklog.day} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
