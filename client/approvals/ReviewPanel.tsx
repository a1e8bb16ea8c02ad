import { useQuery } from '@tanstack/react-query';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import X from 'lucide-react/icons/x';
import { useEffect, useLayoutEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { focusInstead } from '../ui/focus-on-mount.ts';
import { formatNumber } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { pendingPageQuery } from './queries.ts';
import { ReviewSummary } from './ReviewSummary.tsx';
import { ReviewWorklog } from './ReviewWorklog.tsx';
import classes from './review.module.css';
import { type ReviewFilter, useReview } from './review.ts';
import { usePageShortcuts } from './shortcuts.ts';

type Props = { filter: ReviewFilter; onClose: () => void };

/** The pending worklogs of the filter, oldest first, one at a time. */
export function ReviewPanel({ filter, onClose }: Props) {
  const { id: companyId } = useCompany();
  const pending = useQuery(pendingPageQuery(companyId, filter, 1));
  usePageShortcuts({ Escape: onClose });
  // The row of a worklog would hold the list as it was before the review.
  useEffect(() => () => focusInstead(null), []);
  if (pending.isError && !pending.data) return <ErrorState error={pending.error} onRetry={() => pending.refetch()} />;
  if (!pending.data) return <SkeletonRows rows={4} height={96} />;
  return <Review filter={filter} live={pending.data} onClose={onClose} />;
}

function Review({ filter, live, onClose }: Props & { live: ApiOutput<'GET /companies/{companyId}/worklogs'> }) {
  const [first] = useState(live);
  const review = useReview(filter, first, live);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const { entry, queue } = review;
  useTopOfPage(entry?.id);
  if (queue.entries.length === 0) {
    return (
      <EmptyState icon={CircleCheckBig} title={m.review_nothing_title()} text={m.review_nothing()}>
        <Button variant="default" onClick={onClose}>
          {m.review_close()}
        </Button>
      </EmptyState>
    );
  }
  if (!entry) return <ReviewSummary review={review} onClose={onClose} />;
  return (
    <div className={classes.review}>
      <ReviewBar review={review} onClose={onClose} />
      <ReviewWorklog
        key={`${entry.id} ${entry.reason ?? ''}`}
        entry={entry}
        review={review}
        notes={drafts[entry.id] ?? ''}
        onNotes={(notes) => setDrafts((before) => ({ ...before, [entry.id]: notes }))}
      />
    </div>
  );
}

/** Every worklog is shown from its beginning. A live update of the same one leaves the page where it is. */
function useTopOfPage(worklogId: string | undefined): void {
  useLayoutEffect(() => {
    if (worklogId !== undefined) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [worklogId]);
}

function ReviewBar({ review, onClose }: { review: ReturnType<typeof useReview>; onClose: () => void }) {
  const { n, m: total } = review.progress;
  return (
    <div className={classes.bar}>
      <p className="numeric" aria-live="polite">
        {m.review_progress({ n: formatNumber(n), m: formatNumber(total) })}
        {review.queue.passed > 0 && (
          <span className={classes.skippedCount}> · {m.review_passed({ count: review.queue.passed })}</span>
        )}
      </p>
      <ProgressBar className={classes.progress} value={n - 1} max={total} label={m.review_progress_label()} />
      <IconButton onClick={onClose} aria-label={m.review_close()}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
