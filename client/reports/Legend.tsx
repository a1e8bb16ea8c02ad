import { m } from '#locales/messages.js';
import classes from './chart.module.css';

type Props = { isCompared: boolean; hasRejected: boolean };

export const Legend = ({ isCompared, hasRejected }: Props) => (
  <p className={classes.legend}>
    <Sign status="approved" text={m.reports_approved()} />
    <Sign status="pending" text={m.reports_pending()} />
    {hasRejected && <Sign status="rejected" text={m.status_rejected()} />}
    {isCompared && <Sign status="before" text={m.reports_before()} />}
  </p>
);

const Sign = ({ status, text }: { status: string; text: string }) => (
  <span>
    <span className={classes.mark} data-status={status} />
    {text}
  </span>
);
