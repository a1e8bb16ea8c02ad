import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { BudgetBar } from '../budgets/BudgetBar.tsx';
import { pathTo } from '../routes.ts';
import { projectTitle } from '../ui/project-title.ts';
import classes from './dashboard.module.css';

/** Budgets of which 80 % or more is used, the worst first; each opens its project. */
export const BudgetsAtRisk = ({ budgets: { count, worst } }: { budgets: NonNullable<Dashboard['budgets']> }) => (
  <section className={classes.card}>
    <header className={classes.cardHead} data-tone="pending">
      <TriangleAlert size={20} aria-hidden />
      <h2>{m.dashboard_budgets({ count })}</h2>
    </header>
    <ul>
      {worst.map((line) => (
        <li key={`${line.task?.id ?? line.projectId} ${line.measure}`}>
          <Link to={pathTo('/projects/{id}', { id: line.projectId })} className={classes.row ?? ''}>
            <span className={classes.rowMain}>
              <span className={classes.rowTitle}>{projectTitle(line)}</span>
              <BudgetBar line={line} />
            </span>
            <ChevronRight size={16} aria-hidden className={classes.chevron} />
          </Link>
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
  </section>
);
