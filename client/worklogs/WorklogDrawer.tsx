import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isMissing } from '../api.ts';
import { useCompany } from '../auth.ts';
import { timerQuery } from '../timers/timer-query.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Dialog.tsx';
import { problemText } from '../ui/problem-text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { draftKey, hasDraft } from './drafts.ts';
import { focusRowAfterRender } from './focus.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useLoggableTasks, usePolicies } from './loader.ts';
import { ReadOnlyWorklog } from './ReadOnlyWorklog.tsx';
import type { FormTarget } from './search.ts';
import { resolveSubject } from './subject.ts';
import type { ShownEntry } from './unsent/entry.ts';
import { loadUnsent } from './unsent/load.ts';
import { useUnsentEntry } from './unsent/store.ts';
import { type FormEvents, WorklogForm } from './WorklogForm.tsx';
import classes from './worklogs.module.css';

type Props = {
  target: FormTarget | null;
  onClose: () => void;
  onWithdraw: (worklog: Worklog) => void;
};

/** One worklog with its history; disabled without an id. */
const useWorklog = (worklogId: string | null) => {
  const { id } = useCompany();
  return useQuery({ ...worklogDetailQuery(id, worklogId ?? ''), enabled: worklogId !== null });
};

/** The timer of a timer form; disabled for other forms. */
const useTimerFor = (target: FormTarget) => {
  const { id } = useCompany();
  return useQuery({ ...timerQuery(id), enabled: target.form === 'timer' });
};

/** The receipts of what waits on this device: the form is shown with them, or not at all. */
const useUnsentFiles = (unsent: ShownEntry | null) =>
  useQuery({
    queryKey: ['unsent-files', unsent?.id, unsent?.revision],
    queryFn: async () => (await loadUnsent()).filesOf(unsent?.id ?? ''),
    enabled: unsent !== null,
    gcTime: 0,
  });

const keyOf = (target: FormTarget): string => JSON.stringify(target);

/** The form that the URL names, over the list. Unsaved input is never discarded without asking. */
export function WorklogDrawer({ target, onClose, onWithdraw }: Props) {
  // Until the focus has returned to its row.
  const [shown, setShown] = useState(target);
  if (target && (!shown || keyOf(target) !== keyOf(shown))) setShown(target);
  const { id: companyId } = useCompany();
  const [isLeaving, setLeaving] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (target && !opener) setOpener(document.activeElement);
  const [savedId, setSavedId] = useState<string | null>(null);
  const returning = useRef(0);
  // Do not move the focus after navigating to another page.
  useEffect(() => () => window.clearTimeout(returning.current), []);
  const leave = () => {
    setLeaving(false);
    onClose();
  };
  const ask = () => (target && hasDraft(draftKey(companyId, target)) ? setLeaving(true) : leave());
  const id = shown && 'id' in shown ? shown.id : null;
  const { data: found } = useWorklog(target ? id : null);
  return (
    <Drawer
      isOpen={target !== null}
      title={titleOf(shown, found?.worklog)}
      className={classes.drawer}
      onClose={ask}
      onClosed={() => {
        if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        returning.current = focusRowAfterRender(savedId ?? id);
        setSavedId(null);
        setOpener(null);
      }}
    >
      <div className={classes.drawerBody}>
        {shown && (
          <Contents
            key={keyOf(shown)}
            target={shown}
            onCancel={ask}
            onSaved={(worklog) => {
              setSavedId(worklog.id);
              leave();
            }}
            onKept={leave}
            onWithdraw={onWithdraw}
          />
        )}
      </div>
      <LeaveDialog isOpen={isLeaving} target={shown} onStay={() => setLeaving(false)} onLeave={leave} />
    </Drawer>
  );
}

function titleOf(target: FormTarget | null, worklog: Worklog | undefined): string {
  if (target?.form !== 'worklog') return m.worklog_add();
  return worklog?.actions.amend === true ? m.worklog_edit() : m.worklog_details();
}

function Contents({ target, ...events }: FormEvents & { target: FormTarget }) {
  const tasks = useLoggableTasks('');
  const policies = usePolicies();
  const found = useWorklog('id' in target ? target.id : null);
  const timer = useTimerFor(target);
  // The timer disappears when it is saved; the form keeps its last state.
  const [named, setNamed] = useState<Timer | null>(null);
  const current = timer.data?.timer ?? null;
  if (target.form === 'timer' && current?.id === target.timerId && current !== named) setNamed(current);
  // It disappears when it is sent.
  const unsent = useUnsentEntry('unsentId' in target ? target.unsentId : target.form === 'worklog' ? target.id : null);
  const [opened, setOpened] = useState(unsent);
  if (unsent && !opened) setOpened(unsent);
  // A worklog whose change waits on this device is shown as it was changed.
  const shown: FormTarget = opened?.intent === 'change' ? { form: 'unsent', unsentId: opened.id } : target;
  const subject = resolveSubject(shown, { found: found.data, timer: named, unsent: opened });
  const files = useUnsentFiles(subject?.form === 'unsent' && subject.entry.receipts.length > 0 ? subject.entry : null);
  const queries = [
    tasks,
    policies,
    ...('id' in target ? [found] : []),
    ...(target.form === 'timer' ? [timer] : []),
    ...(files.isEnabled ? [files] : []),
  ];
  const failed = queries.find(({ isError, data: loaded }) => isError && !loaded);
  if (failed && isMissing(failed.error)) {
    return (
      <EmptyState text={problemText(failed.error)}>
        <Button variant="default" onClick={events.onCancel}>
          {m.shell_close()}
        </Button>
      </EmptyState>
    );
  }
  if (failed) {
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => queries.filter(({ isError }) => isError).map((one) => one.refetch())}
      />
    );
  }
  if (queries.some(({ data: loaded }) => !loaded)) return <SkeletonRows rows={5} height={60} />;
  if (!tasks.data || !policies.data) return null;
  if (!subject) return <Gone text={target.form === 'unsent' ? m.unsent_gone() : m.timer_gone()} {...events} />;
  if (subject.form === 'worklog' && subject.found.worklog.actions.amend !== true)
    return <ReadOnlyWorklog found={subject.found} policies={policies.data} target={target} />;
  const loaded = { tasks: tasks.data, policies: policies.data, unsentFiles: files.data ?? [] };
  return <WorklogForm target={target} subject={subject} {...loaded} {...events} />;
}

const Gone = ({ text, onCancel }: Pick<FormEvents, 'onCancel'> & { text: string }) => (
  <EmptyState text={text}>
    <Button variant="default" onClick={onCancel}>
      {m.shell_close()}
    </Button>
  </EmptyState>
);
