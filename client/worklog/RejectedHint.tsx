import { m } from '#locales/messages.js';
import { formatNumber } from '../ui/format.ts';
import { Hint } from '../ui/SummaryFigures.tsx';
import classes from '../ui/ui.module.css';
import { type Rejected, rejectedText } from './RejectedSum.tsx';
import { statusIcons } from './status-icons.ts';

/** Among the figures above a list: how many are rejected, with their sum on hover, focus and touch. */
export const RejectedHint = ({ rejected }: { rejected: Rejected }) =>
  rejected.count > 0 && (
    <Hint text={rejectedText(rejected)}>
      <span className={classes.rejectedCount}>
        <statusIcons.rejected size={14} aria-hidden />
        <span className="numeric">{formatNumber(rejected.count)}</span>
        <span className="visually-hidden-on-phones">{m.status_rejected().toLocaleLowerCase()}</span>
      </span>
    </Hint>
  );
