import { Link } from '@tanstack/react-router';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { Dashboard } from '#contract/dashboard.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { undeliverableLabels } from '../invites/undeliverable-labels.ts';
import { pathTo } from '../routes.ts';
import { formatDate } from '../ui/format.ts';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

/** Members whose mails do not arrive, since when, and what helps; each opens the person. */
export function FailedMails({ failed: { count, people } }: { failed: NonNullable<Dashboard['failedMails']> }) {
  const { timeZone } = useCompany();
  return (
    <DashboardCard
      tone="rejected"
      icon={MailWarning}
      title={m.dashboard_failed_mails({ count })}
      text={m.dashboard_failed_mails_text()}
    >
      <ul>
        {people.map(({ userId, name, since, reason }) => (
          <li key={userId}>
            <LinkRow to={pathTo('/users/{uid}', { uid: userId })}>
              <span className={classes.rowMain}>
                <span className={classes.rowTitle}>{isolated(name)}</span>
                <span className="dimmed small">
                  {undeliverableLabels[reason]()}{' '}
                  {m.dashboard_failed_mails_since({ day: formatDate(dayOf(new Date(since), timeZone)) })}
                </span>
              </span>
            </LinkRow>
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
    </DashboardCard>
  );
}
