import { m } from '#locales/messages.js';
import classes from './chart.module.css';
import { type SeriesBucket, shownParts } from './series.ts';

const texts = {
  approved: m.reports_approved,
  pending: m.reports_pending,
  rejected: m.status_rejected,
  before: m.reports_before,
};

/** What the parts of the bars are; only those that are drawn. */
export const Legend = ({ buckets }: { buckets: readonly SeriesBucket[] }) => (
  <p className={classes.legend}>
    {shownParts(buckets).map((part) => (
      <Sign key={part} status={part} text={texts[part]()} />
    ))}
  </p>
);

const Sign = ({ status, text }: { status: string; text: string }) => (
  <span>
    <span className={classes.mark} data-status={status} />
    {text}
  </span>
);
