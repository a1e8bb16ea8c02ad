import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useRef, useState } from 'react';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ChangeNotice } from './ChangeNotice.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { usePageKeys } from './keys.ts';
import type { Entry } from './queue.ts';
import classes from './review.module.css';
import type { useReview } from './review.ts';
import { wasAmended } from './seen.ts';
import { WorklogDetail, WorklogPast } from './WorklogDetail.tsx';

type Props = {
  entry: Entry;
  review: ReturnType<typeof useReview>;
  notes: string;
  onNotes: (notes: string) => void;
};

/** The worklog in front, as soon as it is loaded. */
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
      <div className={classes.side}>
        <Ways onBack={goBack} onSkip={skip} isFirst={props.review.queue.at === 0} isDecided={false} />
      </div>
    </div>
  );
}

type Detail = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

function Loaded({ entry, review, notes, onNotes, detail }: Props & { detail: Detail }) {
  const { worklog, receipts, history } = detail;
  // What the reader has looked at: a decision names it, so that nobody approves what changed under their eyes.
  const [seenVersion, setSeenVersion] = useState(worklog.version);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const side = useRef<HTMLElement>(null);
  const acknowledge = useRef<HTMLButtonElement>(null);
  const hasChanged = wasAmended(history, seenVersion);
  const isPending = worklog.status === 'pending';
  const decide = (decision: Decision) => {
    if (hasChanged) return acknowledge.current?.focus();
    if (decision !== 'approve' && notes.trim() === '') {
      setNoteMissing(true);
      field.current?.focus();
      return;
    }
    onNotes('');
    side.current?.focus({ preventScroll: true });
    if (decision === 'reopen') review.reopen(worklog, notes);
    else review.settle(decision, worklog, notes);
  };
  const isDecidable = isPending && worklog.actions.approve === true;
  usePageKeys({
    a: () => isDecidable && decide('approve'),
    // The first press goes to the note; with a note written it rejects.
    r: () => {
      if (!isDecidable) return;
      if (notes.trim() === '' && !hasChanged) field.current?.focus();
      else decide('reject');
    },
    s: review.skip,
    u: review.undoLast,
    ArrowLeft: review.goBack,
    ArrowRight: review.skip,
  });
  return (
    <div className={classes.columns}>
      <div className={classes.card}>
        <WorklogDetail
          worklog={worklog}
          receipts={receipts}
          isFocused
          notice={
            hasChanged ? (
              <ChangeNotice
                history={history}
                since={seenVersion}
                zone={worklog.zone}
                acknowledge={acknowledge}
                onSeen={() => {
                  side.current?.focus({ preventScroll: true });
                  setSeenVersion(worklog.version);
                }}
              />
            ) : (
              entry.seenVersion !== null &&
              isPending &&
              (entry.reason !== null || wasAmended(history, entry.seenVersion)) && (
                <ChangeNotice
                  text={entry.reason ?? undefined}
                  history={history}
                  since={entry.seenVersion}
                  zone={worklog.zone}
                />
              )
            )
          }
        />
      </div>
      <div className={classes.beside}>
        <div className={classes.past}>
          <WorklogPast worklog={worklog} history={history} />
        </div>
        <section ref={side} tabIndex={-1} className={classes.side} aria-label={m.review_decision()}>
          <DecisionPanel
            worklog={worklog}
            notes={notes}
            onNotes={onNotes}
            onDecide={decide}
            isNoteMissing={isNoteMissing}
            field={field}
            isHeld={hasChanged}
          >
            <Ways onBack={review.goBack} onSkip={review.skip} isFirst={review.queue.at === 0} isDecided={!isPending} />
          </DecisionPanel>
        </section>
      </div>
    </div>
  );
}

type WaysProps = { onBack: () => void; onSkip: () => void; isFirst: boolean; isDecided: boolean };

const Ways = ({ onBack, onSkip, isFirst, isDecided }: WaysProps) => (
  <>
    <Button
      variant="subtle"
      color="gray"
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={onBack}
      disabled={isFirst}
      aria-keyshortcuts="ArrowLeft"
    >
      {m.review_back()}
    </Button>
    <Button
      variant="subtle"
      color="gray"
      rightSection={<ArrowRight size={16} aria-hidden />}
      onClick={onSkip}
      aria-keyshortcuts="S"
    >
      {isDecided ? m.review_next() : m.review_skip()} <kbd aria-hidden>S</kbd>
    </Button>
  </>
);
