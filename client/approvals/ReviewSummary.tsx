import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { countOutcomes } from './queue.ts';
import classes from './review.module.css';
import type { useReview } from './review.ts';

type Props = { review: ReturnType<typeof useReview>; onClose: () => void };

/** The end of a review: the outcomes, and what is left. */
export function ReviewSummary({ review, onClose }: Props) {
  const { approved, rejected, skipped, elsewhere } = countOutcomes(review.queue);
  return (
    <section className={classes.summary}>
      <CircleCheckBig size={32} strokeWidth={1.5} aria-hidden />
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {m.review_done_title()}
      </h2>
      <SummaryFigures
        figures={[
          { label: m.status_approved(), value: formatNumber(approved) },
          { label: m.status_rejected(), value: formatNumber(rejected) },
          { label: m.review_skipped(), value: formatNumber(skipped) },
          ...(elsewhere > 0 ? [{ label: m.review_by_others(), value: formatNumber(elsewhere) }] : []),
        ]}
      />
      {review.beyond > 0 && <p>{m.review_more_arrived({ count: review.beyond })}</p>}
      <div className={classes.summaryActions}>
        <Button variant="default" onClick={review.goBack}>
          {m.review_back()}
        </Button>
        {skipped > 0 && (
          <Button variant="default" onClick={review.reviewSkipped}>
            {m.review_walk_skipped({ count: skipped })}
          </Button>
        )}
        {review.beyond > 0 && (
          <Button variant="default" onClick={() => review.loadMore()}>
            {m.review_continue()}
          </Button>
        )}
        <Button onClick={onClose}>{m.review_close()}</Button>
      </div>
    </section>
  );
}
