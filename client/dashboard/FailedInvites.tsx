import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { undeliverableLabels } from '../invites/undeliverable-labels.ts';
import { pathTo } from '../routes.ts';
import { EmailText } from '../ui/EmailText.tsx';
import classes from './dashboard.module.css';

/** Open invites whose mail will not arrive; the page of invites corrects the address or sends again. */
export const FailedInvites = ({ failed: { count, invites } }: { failed: NonNullable<Dashboard['failedInvites']> }) => (
  <section className={classes.card}>
    <header className={classes.cardHead} data-tone="rejected">
      <MailWarning size={20} aria-hidden />
      <h2>{m.dashboard_failed_invites({ count })}</h2>
    </header>
    <ul>
      {invites.map((invite) => (
        <li key={invite.id}>
          <Link to={pathTo('/users/invites')} search={{ search: invite.email }} className={classes.row ?? ''}>
            <span className={classes.rowMain}>
              <span className={classes.rowTitle}>
                <EmailText email={invite.email} />
              </span>
              <span className="dimmed small">
                {undeliverableLabels[invite.reason]()} {m.invites_undeliverable_advice()}
              </span>
            </span>
            <ChevronRight size={16} aria-hidden className={classes.chevron} />
          </Link>
        </li>
      ))}
    </ul>
    {count > invites.length && (
      <p className={classes.cardFoot}>
        <Link to={pathTo('/users/invites')} className={classes.link ?? ''}>
          {m.dashboard_open_invites()}
        </Link>
      </p>
    )}
  </section>
);
