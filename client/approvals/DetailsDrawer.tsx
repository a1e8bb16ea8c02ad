import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Drawer } from '../ui/Dialog.tsx';
import { useLastShown } from '../ui/last-shown.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { WorklogDetail } from '../worklog/WorklogDetail.tsx';
import { type LoadedWorklog, worklogDetailQuery } from '../worklog/worklog-queries.ts';
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
  const { id: companyId } = useCompany();
  const shownId = useLastShown(worklogId);
  // Notes are kept when the drawer closes.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const detail = useQuery({ ...worklogDetailQuery(companyId, shownId), enabled: shownId !== '' });
  return (
    <Drawer
      isOpen={worklogId !== ''}
      title={m.approvals_details()}
      onClose={onClose}
      onClosed={() => onClosed(shownId)}
    >
      <div className={classes.drawerBody}>
        {detail.data && (
          <Loaded
            key={shownId}
            detail={detail.data}
            onDecide={onDecide}
            onUndo={onUndo}
            notes={drafts[shownId] ?? ''}
            onNotes={(notes) => setDrafts((before) => ({ ...before, [shownId]: notes }))}
          />
        )}
        {!detail.data && detail.isError && <ErrorState error={detail.error} onRetry={() => detail.refetch()} />}
        {!detail.data && !detail.isError && <SkeletonRows rows={4} height={96} />}
      </div>
    </Drawer>
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
