import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { BudgetBar } from '../budgets/BudgetBar.tsx';
import { pathTo } from '../routes.ts';
import { projectTitle } from '../ui/project-title.ts';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

/** Budgets of which 80 % or more is used, the worst first; each opens its project. */
export const BudgetsAtRisk = ({ budgets: { count, worst } }: { budgets: NonNullable<Dashboard['budgets']> }) => (
  <DashboardCard tone="pending" icon={TriangleAlert} title={m.dashboard_budgets({ count })}>
    <ul>
      {worst.map((line) => (
        <li key={`${line.task?.id ?? line.projectId} ${line.measure}`}>
          <LinkRow to={pathTo('/projects/{id}', { id: line.projectId })}>
            <span className={classes.rowMain}>
              <span className={classes.rowTitle}>{projectTitle(line)}</span>
              <BudgetBar line={line} />
            </span>
          </LinkRow>
        </li>
      ))}
    </ul>
    {count > worst.length && (
      <p className={classes.cardFoot}>
        <Link to={pathTo('/projects')} className={classes.link ?? ''}>
          {m.dashboard_budgets_all()}
        </Link>
      </p>
    )}
  </DashboardCard>
);
