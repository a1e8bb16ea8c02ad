import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import { InstantText } from '../ui/texts.tsx';
import classes from './dashboard.module.css';
import { approvalsAddress } from './waiting-since.ts';

type Props = { waiting: NonNullable<Dashboard['waiting']>; since: Day | null };

/** Workers with worklogs that wait for a decision, highest number first. */
export function WaitingWorklogs({ waiting: { count, oldestSubmittedAt, workers }, since }: Props) {
  const maxCount = Math.max(1, ...workers.map((worker) => worker.count));
  return (
    <section className={classes.card}>
      <header className={classes.cardHead} data-tone="pending">
        <Clock size={20} aria-hidden />
        <h2>{m.dashboard_waiting({ count })}</h2>
        {oldestSubmittedAt && (
          <p className="dimmed small">
            {m.dashboard_oldest()} <InstantText at={oldestSubmittedAt} />
          </p>
        )}
      </header>
      <ul className={classes.rows}>
        {workers.map(({ userId, name, count: own }) => (
          <li key={userId}>
            <Link {...approvalsAddress(since, { workers: userId })} className={classes.row ?? ''}>
              <span className={classes.rowTitle}>{name}</span>
              <span className={classes.meter} aria-hidden>
                <span style={{ width: `${(own / maxCount) * 100}%` }} />
              </span>
              <span className={classes.rowCount}>
                {formatNumber(own)} <span className="visually-hidden">{m.dashboard_worklogs({ count: own })}</span>
              </span>
              <ChevronRight size={16} aria-hidden className={classes.chevron} />
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.cardFoot}>
        <Link {...approvalsAddress(since)} className={classes.link ?? ''}>
          {m.dashboard_open_approvals()}
        </Link>
      </p>
    </section>
  );
}
