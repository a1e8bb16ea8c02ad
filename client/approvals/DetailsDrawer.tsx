import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import classes from './approvals.module.css';
import { ChangeNotice } from './ChangeNotice.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { pressInDialog } from './keys.ts';
import { detailQuery } from './queries.ts';
import { wasAmended } from './seen.ts';
import { WorklogDetail } from './WorklogDetail.tsx';

type Decide = (decision: Decision, worklogs: Worklog[], notes: string) => Promise<boolean>;
type Props = {
  worklogId: string;
  onClose: () => void;
  /** It has slid away. */
  onClosed: (worklogId: string) => void;
  onDecide: Decide;
  onUndo: () => void;
};

/** One worklog beside the list, with its whole history; `A` and `R` decide. */
export function DetailsDrawer({ worklogId, onClose, onClosed, onDecide, onUndo }: Props) {
  const { id: companyId } = useCompany();
  // While it slides away it still shows what it showed.
  const [shownId, setShownId] = useState(worklogId);
  if (worklogId !== '' && worklogId !== shownId) setShownId(worklogId);
  // A note survives closing the drawer.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const detail = useQuery({ ...detailQuery(companyId, shownId), enabled: shownId !== '' });
  return (
    <Drawer.Root
      opened={worklogId !== ''}
      onClose={onClose}
      onExitTransitionEnd={() => onClosed(shownId)}
      position="right"
      size={560}
      returnFocus={false}
      closeOnEscape={false}
      lockScroll={false}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Escape first leaves the note, then the drawer. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the dialog's own key */}
        <div onKeyDown={(event) => event.key === 'Escape' && onClose()}>
          {/* No <header>: the page has one. */}
          <div className={classes.drawerHead}>
            <Drawer.Title>{m.approvals_details()}</Drawer.Title>
            <Drawer.CloseButton aria-label={m.shell_close()} />
          </div>
          <Drawer.Body className={classes.drawerBody ?? ''}>
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
          </Drawer.Body>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

type Detail = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

type LoadedProps = Pick<Props, 'onDecide' | 'onUndo'> & {
  detail: Detail;
  notes: string;
  onNotes: (notes: string) => void;
};

function Loaded({ detail: { worklog, receipts, history }, onDecide, onUndo, notes, onNotes }: LoadedProps) {
  const [seenVersion, setSeenVersion] = useState(worklog.version);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const acknowledge = useRef<HTMLButtonElement>(null);
  const hasChanged = wasAmended(history, seenVersion);
  const isDecidable = worklog.status === 'pending' && worklog.actions.approve === true;
  const decide = async (decision: Decision) => {
    if (isSending) return;
    if (hasChanged) return acknowledge.current?.focus();
    if (decision !== 'approve' && notes.trim() === '') {
      setNoteMissing(true);
      field.current?.focus();
      return;
    }
    // The buttons change with the state; the focus stays in the dialog.
    place.current?.focus({ preventScroll: true });
    setSending(true);
    const isDone = await onDecide(decision, [worklog], notes).finally(() => setSending(false));
    if (!isDone) return;
    onNotes('');
    setNoteMissing(false);
  };
  const press = () => (notes.trim() === '' && !hasChanged ? field.current?.focus() : decide('reject'));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog's buttons
    <div
      ref={place}
      tabIndex={-1}
      className={classes.drawer}
      onKeyDown={(event) =>
        pressInDialog(event.nativeEvent, {
          u: onUndo,
          ...(isDecidable ? { a: () => decide('approve'), r: press } : {}),
        })
      }
    >
      <WorklogDetail
        worklog={worklog}
        receipts={receipts}
        history={history}
        isFocused
        notice={
          hasChanged && (
            <ChangeNotice
              history={history}
              since={seenVersion}
              zone={worklog.zone}
              acknowledge={acknowledge}
              onSeen={() => {
                place.current?.focus({ preventScroll: true });
                setSeenVersion(worklog.version);
              }}
            />
          )
        }
      />
      <div className={classes.drawerSide}>
        <DecisionPanel
          worklog={worklog}
          notes={notes}
          onNotes={onNotes}
          onDecide={decide}
          isNoteMissing={isNoteMissing}
          field={field}
          isHeld={hasChanged}
        />
      </div>
    </div>
  );
}
