import { Link } from '@tanstack/react-router';
import MailWarning from 'lucide-react/icons/mail-warning';
import type { Dashboard } from '#contract/dashboard.ts';
import { m } from '#locales/messages.js';
import { undeliverableLabels } from '../invites/undeliverable-labels.ts';
import { pathTo } from '../routes.ts';
import { EmailText } from '../ui/EmailText.tsx';
import { DashboardCard, LinkRow } from './DashboardCard.tsx';
import classes from './dashboard.module.css';

/** Open invites whose mail will not arrive; the page of invites corrects the address or sends again. */
export const FailedInvites = ({ failed: { count, invites } }: { failed: NonNullable<Dashboard['failedInvites']> }) => (
  <DashboardCard tone="rejected" icon={MailWarning} title={m.dashboard_failed_invites({ count })}>
    <ul>
      {invites.map((invite) => (
        <li key={invite.id}>
          <LinkRow to={pathTo('/users/invites')} search={{ search: invite.email }}>
            <span className={classes.rowMain}>
              <span className={classes.rowTitle}>
                <EmailText email={invite.email} />
              </span>
              <span className="dimmed small">
                {undeliverableLabels[invite.reason]()} {m.invites_undeliverable_advice()}
              </span>
            </span>
          </LinkRow>
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
  </DashboardCard>
);
