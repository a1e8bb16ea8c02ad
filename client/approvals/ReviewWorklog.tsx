import { useRef } from 'react';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { lazyPart, Optional } from '../ui/lazy.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { useIsPhone } from '../ui/width.ts';
import { HistorySection } from '../worklog/DetailSections.tsx';
import { WorklogDetail } from '../worklog/WorklogDetail.tsx';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import { wasAmended } from './amendments.ts';
import { ChangeNotice } from './ChangeNotice.tsx';
import { Conflicts } from './Conflicts.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { useDecisionForm } from './decision-form.ts';
import type { QueueEntry } from './queue.ts';
import { ReviewNavigation } from './ReviewNavigation.tsx';
import classes from './review.module.css';
import type { useReview } from './review.ts';
import { usePageShortcuts } from './shortcuts.ts';

const SwipeToDecide = lazyPart(() => import('./SwipeToDecide.tsx').then((file) => file.SwipeToDecide));

type Props = {
  entry: QueueEntry;
  review: ReturnType<typeof useReview>;
  notes: string;
  onNotes: (notes: string) => void;
};

/** The current worklog of the review, once it is loaded. */
export function ReviewWorklog(props: Props) {
  const { detail, skip, goBack } = props.review;
  if (detail?.data) return <Loaded {...props} detail={detail.data} />;
  return (
    <div className={classes.columns}>
      {detail?.isError ? (
        <ErrorState error={detail.error} onRetry={() => detail.refetch()} />
      ) : (
        <SkeletonRows rows={4} height={96} />
      )}
      <div className={classes.side} data-bottom-bar>
        <ReviewNavigation onBack={goBack} onSkip={skip} isFirst={props.review.queue.at === 0} isDecided={false} />
      </div>
    </div>
  );
}

function Loaded({ entry, review, notes, onNotes, detail }: Props & { detail: LoadedWorklog }) {
  const { worklog, receipts, history } = detail;
  const side = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  // The note is kept until the decision succeeds.
  const send = async (decision: Decision) => {
    const isDone =
      decision === 'reopen' ? await review.reopen(worklog, notes) : await review.decideEntry(decision, worklog, notes);
    if (isDone) onNotes('');
  };
  const { isDecidable, keys, panel, change } = useDecisionForm(detail, { notes, container: side, onDecide: send });
  usePageShortcuts({
    ...keys,
    s: review.skip,
    u: review.undoLast,
    ArrowLeft: review.goBack,
    ArrowRight: review.skip,
  });
  const canSwipe = useIsPhone() && isDecidable;
  const notice = (
    <>
      {change ? <ChangeNotice {...change} /> : <ChangeBefore entry={entry} detail={detail} />}
      <Conflicts worklog={worklog} />
    </>
  );
  return (
    <div ref={area} className={classes.columns}>
      {canSwipe && (
        <Optional>
          <SwipeToDecide area={area} onDecide={panel.onDecide} />
        </Optional>
      )}
      <div className={classes.card}>
        <WorklogDetail worklog={worklog} receipts={receipts} isFocused notice={notice} />
      </div>
      <div className={classes.sidePanel}>
        <div className={classes.past}>
          <HistorySection worklog={worklog} history={history} />
        </div>
        <section ref={side} tabIndex={-1} className={classes.side} aria-label={m.review_decision()} data-bottom-bar>
          <DecisionPanel worklog={worklog} onNotes={onNotes} {...panel}>
            <ReviewNavigation
              onBack={review.goBack}
              onSkip={review.skip}
              isFirst={review.queue.at === 0}
              isDecided={worklog.status !== 'pending'}
            />
            {canSwipe && review.queue.at === 0 && (
              <p className={classes.hint} aria-hidden>
                {m.review_swipe()}
              </p>
            )}
          </DecisionPanel>
        </section>
      </div>
    </div>
  );
}

/** What changed since the worklog was shown earlier in this review, or why the earlier decision was refused. */
function ChangeBefore({
  entry: { seenVersion, reason },
  detail: { worklog, history },
}: Pick<Props, 'entry'> & { detail: LoadedWorklog }) {
  if (seenVersion === null || worklog.status !== 'pending') return null;
  if (reason === null && !wasAmended(history, seenVersion)) return null;
  return <ChangeNotice text={reason ?? undefined} history={history} since={seenVersion} zone={worklog.zone} />;
}
