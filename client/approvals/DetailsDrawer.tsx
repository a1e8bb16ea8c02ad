import { type KeyboardEvent, useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { DetailDrawer } from '../worklog/DetailDrawer.tsx';
import { WorklogDetail } from '../worklog/WorklogDetail.tsx';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import classes from './approvals.module.css';
import { ChangeNotice } from './ChangeNotice.tsx';
import { Conflicts } from './Conflicts.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { useDecisionForm } from './decision-form.ts';
import { runShortcut } from './shortcuts.ts';

type Decide = (decision: Decision, worklogs: Worklog[], notes: string) => Promise<boolean>;
type Props = {
  worklogId: string;
  onClose: () => void;
  /** Called after the focus has returned. */
  onClosed: (worklogId: string) => void;
  onDecide: Decide;
  onUndo: () => void;
};

/** One worklog beside the list, with its whole history; `A` approves and `R` rejects. */
export function DetailsDrawer({ worklogId, onClose, onClosed, onDecide, onUndo }: Props) {
  // Notes are kept when the drawer closes.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return (
    <DetailDrawer worklogId={worklogId} className={classes.drawerBody} onClose={onClose} onClosed={onClosed}>
      {(detail) => (
        <Loaded
          detail={detail}
          onDecide={onDecide}
          onUndo={onUndo}
          notes={drafts[detail.worklog.id] ?? ''}
          onNotes={(notes) => setDrafts((before) => ({ ...before, [detail.worklog.id]: notes }))}
        />
      )}
    </DetailDrawer>
  );
}

type LoadedProps = Pick<Props, 'onDecide' | 'onUndo'> & {
  detail: LoadedWorklog;
  notes: string;
  onNotes: (notes: string) => void;
};

function Loaded({ detail, onDecide, onUndo, notes, onNotes }: LoadedProps) {
  const { worklog, receipts, history } = detail;
  const [isSending, setSending] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const send = async (decision: Decision) => {
    if (isSending) return;
    setSending(true);
    const isDone = await onDecide(decision, [worklog], notes).finally(() => setSending(false));
    if (isDone) onNotes('');
  };
  const { keys, panel, change } = useDecisionForm(detail, { notes, container, onDecide: send });
  const pressing = {
    onKeyDown: ({ nativeEvent }: KeyboardEvent) => runShortcut(nativeEvent, { u: onUndo, ...keys }),
  };
  return (
    <div ref={container} tabIndex={-1} className={classes.drawer} {...pressing}>
      <WorklogDetail
        worklog={worklog}
        receipts={receipts}
        history={history}
        isFocused
        notice={
          <>
            {change && <ChangeNotice {...change} />}
            <Conflicts worklog={worklog} />
          </>
        }
      />
      <div className={classes.drawerSide}>
        <DecisionPanel worklog={worklog} onNotes={onNotes} {...panel} />
      </div>
    </div>
  );
}
