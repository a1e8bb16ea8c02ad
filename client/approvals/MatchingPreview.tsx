import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { projectTitle } from '../ui/project-title.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { ErrorState } from '../ui/states.tsx';
import { DayText, DurationText, MoneyText } from '../ui/texts.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './approvals.module.css';
import type { DecidableWorklogs, OpenMatching } from './decide-matching.ts';

/** The highest page size of the list. */
const maxRows = 100;

/** In pixels: a row on a phone; part of a row is cut off where there are more. */
const rowHeight = 62;
const maxHeight = 216;

type Props = { opened: OpenMatching; found: DecidableWorklogs };

/** The worklogs of one worker that are about to be decided, oldest first. */
export function MatchingPreview({ opened, found: { worklogs } }: Props) {
  const { id: companyId } = useCompany();
  // As static as what is confirmed: see MatchingDialog.
  const { data, error, refetch } = useQuery({
    queryKey: ['decidable', companyId, opened, 'rows'],
    queryFn: () => api('GET /companies/{companyId}/worklogs', { companyId, ...listed(opened) }),
    staleTime: 'static',
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const versions = new Map(worklogs.map(({ id, version }) => [id, version]));
  const rows = data?.worklogs.filter(({ id, version }) => versions.get(id) === version) ?? [];
  const more = worklogs.length - rows.length;
  return (
    <ScrollRegion
      className={classes.preview}
      aria-label={m.approvals_preview()}
      data-loading={data === undefined}
      // So high from the beginning that no button moves when the rows arrive.
      style={{ height: Math.min(worklogs.length * rowHeight, maxHeight) }}
    >
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <DayText day={row.day} />
            <span className={classes.previewTask}>
              <ProjectDot colour={row.colour} />
              <span>
                {isolated(row.taskName)} <span className="dimmed">{projectTitle(row)}</span>
              </span>
            </span>
            <span>
              {row.minutes !== null && <DurationText minutes={row.minutes} />}
              {row.expense && <MoneyText money={row.expense} />}
            </span>
          </li>
        ))}
      </ul>
      {data && more > 0 && <p className="dimmed">{m.approvals_preview_more({ count: more })}</p>}
    </ScrollRegion>
  );
}

const listed = ({ apiFilter }: OpenMatching) => ({
  ...apiFilter,
  statuses: ['pending' as const],
  sort: 'oldest' as const,
  page: 1,
  pageSize: maxRows,
});
