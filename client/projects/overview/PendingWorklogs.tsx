import Clock from 'lucide-react/icons/clock';
import type { ProjectOverview } from '#contract/project-overview.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../../auth.ts';
import { pathTo } from '../../routes.ts';
import { formatDay } from '../../ui/format.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './overview.module.css';

type Props = { pending: ProjectOverview['pending']; projectId: string };

/** How many worklogs wait for a decision, with a link to them. */
export function PendingWorklogs({ pending: { count, oldestOn }, projectId }: Props) {
  const { plan } = useCompany();
  const canDecide = useCan('worklogs.decide');
  if (oldestOn === null) return null;
  const search = new URLSearchParams({ project: projectId, from: oldestOn });
  return (
    <p className={classes.pending}>
      <Clock size={18} aria-hidden />
      <span>{m.projects_overview_pending({ count, day: formatDay(oldestOn) })}</span>
      {canDecide && plan !== 'Free' && (
        <TextLink to={`${pathTo('/approvals')}?${search}`}>{m.dashboard_open_approvals()}</TextLink>
      )}
    </p>
  );
}
