import type { Worklog } from '#contract/worklogs.ts';
import { isolated } from '#locales/registry.js';
import { ProjectDot } from './ProjectDot.tsx';
import { ReceiptCount } from './ReceiptCount.tsx';
import classes from './work-names.module.css';

type Named = Pick<Worklog, 'colour' | 'projectName' | 'taskName' | 'clientName' | 'receipts'>;

/** "Project · Task Client" in a list. In compact rows on one line, where a short name is whole and two long ones are equally wide. */
export const WorkNames = ({ worklog: { colour, projectName, taskName, clientName, receipts } }: { worklog: Named }) => (
  <span className={classes.names}>
    <ProjectDot colour={colour} />
    <span title={projectName}>{isolated(projectName)}</span>{' '}
    <span title={taskName}>
      <span className="dimmed">·</span> {isolated(taskName)}{' '}
      {clientName !== null && <span className="dimmed">{isolated(clientName)}</span>}
    </span>{' '}
    <ReceiptCount count={receipts} />
  </span>
);
