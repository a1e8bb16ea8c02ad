import { numberFormat } from '#domain/intl.ts';
import { getLocale } from '#locales/runtime.js';
import type { ReportSums } from './sums.ts';
import classes from './tree.module.css';

type Props = {
  sums: ReportSums;
  /** The minutes of a full bar. */
  maxMinutes: number;
  /** The minutes that are 100 percent. */
  all: number;
};

/** The share of all hours: a bar by status (pending is hatched), and the percentage. */
export function HoursShare({ sums: { minutes, approvedMinutes, pendingMinutes }, maxMinutes, all }: Props) {
  const percent = numberFormat(getLocale(), { style: 'percent' }).format(all === 0 ? 0 : minutes / all);
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${(minutes / maxMinutes) * 100}%` }}>
          <span className={classes.approved} style={{ flexGrow: approvedMinutes }} />
          <span className={classes.pending} style={{ flexGrow: pendingMinutes }} />
          <span className={classes.rejected} style={{ flexGrow: minutes - approvedMinutes - pendingMinutes }} />
        </span>
      </span>
      <span className={classes.percent}>{percent}</span>
    </span>
  );
}
