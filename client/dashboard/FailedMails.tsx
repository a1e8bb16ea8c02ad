import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { Dashboard } from '#contract/dashboard.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { undeliverableLabels } from '../invites/undeliverable-labels.ts';
import { pathTo } from '../routes.ts';
import { formatDate } from '../ui/format.ts';
import classes from './dashboard.module.css';

/** Members whose mails do not arrive, since when, and what helps; each opens the person. */
export function FailedMails({ failed: { count, people } }: { failed: NonNullable<Dashboard['failedMails']> }) {
  const { timeZone } = useCompany();
  return (
    <section className={classes.card}>
      <header className={classes.cardHead} data-tone="rejected">
        <MailWarning size={20} aria-hidden />
        <h2>{m.dashboard_failed_mails({ count })}</h2>
        <p className={classes.cardText}>{m.dashboard_failed_mails_text()}</p>
      </header>
      <ul>
        {people.map(({ userId, name, since, reason }) => (
          <li key={userId}>
            <Link to={pathTo('/users/{uid}', { uid: userId })} className={classes.row ?? ''}>
              <span className={classes.rowMain}>
                <span className={classes.rowTitle}>{isolated(name)}</span>
                <span className="dimmed small">
                  {undeliverableLabels[reason]()}{' '}
                  {m.dashboard_failed_mails_since({ day: formatDate(dayOf(new Date(since), timeZone)) })}
                </span>
              </span>
              <ChevronRight size={16} aria-hidden className={classes.chevron} />
            </Link>
          </li>
        ))}
      </ul>
      {count > people.length && (
        <p className={classes.cardFoot}>
          <Link to={pathTo('/users')} className={classes.link ?? ''}>
            {m.dashboard_open_users()}
          </Link>
        </p>
      )}
    </section>
  );
}
