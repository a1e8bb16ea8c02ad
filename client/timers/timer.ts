// Actions of the timer in the bar, and its elapsed time by the clock of the server.

import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { StoppedTimer, Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { formatMinutes } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { type ApiInput, api, type WriteName } from '../api.ts';
import { useCompany } from '../auth.ts';
import { serverDate } from '../clock.ts';
import { affectedBy, invalidate, useApiMutation } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { showToast } from '../toast.ts';
import { foreignZone, readerZone } from '../ui/format.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { type SendingOrKeeping, timerKeeper, useKeptTimers } from './on-device.ts';
import { acceptTimer, timerQuery } from './timer-query.ts';

const oneTimer = '/companies/{companyId}/timer/{timerId}';

/** `aheadMs`: how far the clock of the server is ahead of the clock of this device. */
export type TimerState = { timer: Timer; aheadMs: number };

/** Undefined while loading. */
export function useTimer(): TimerState | null | undefined {
  const { id } = useCompany();
  const { data: response, dataUpdatedAt } = useQuery(timerQuery(id));
  const { running, stoppedIds } = useKeptTimers();
  const kept = running.find(({ companyId }) => companyId === id);
  if (kept) return kept;
  if (!response) return undefined;
  const { timer, now } = response;
  if (!timer || stoppedIds.includes(timer.id)) return null;
  return { timer, aheadMs: Date.parse(now) - dataUpdatedAt };
}

type StartedTask = NonNullable<Timer['task']>;

export function useTimerActions() {
  const { id: companyId, timeZone } = useCompany();
  const onDone = useOnSettled();
  const starting = useApiMutation('POST /companies/{companyId}/timer', { invalidates: affectedBy.timer, onDone });
  const stopping = useApiMutation(`POST ${oneTimer}/stop`, { invalidates: affectedBy.timer, onDone });
  const changing = useApiMutation(`PATCH ${oneTimer}`, {
    invalidates: ['timer'],
    onDone: (response) => acceptTimer(companyId, { ...response, refusal: null }),
  });
  const zone = foreignZone(serverDate().toISOString(), timeZone) === null ? timeZone : readerZone();
  return {
    isBusy: starting.isPending || stopping.isPending || changing.isPending,
    /** `running` is saved as a worklog first. */
    start: (task: StartedTask | null, running?: Timer) => {
      const id = timerKeeper()?.newId();
      const request = {
        companyId,
        zone,
        ...(id ? { id } : {}),
        ...(task ? { taskId: task.taskId } : {}),
        ...(running ? { switchFrom: { timerId: running.id, version: running.version } } : {}),
      };
      return sendOrKeep({
        timer: running,
        send: () => starting.mutateAsync(request),
        keep: (keeper, attempt) => keeper.start({ id, task, zone, running, attempt }),
      }).catch(showFailure);
    },
    stop: (timer: Timer) =>
      sendOrKeep({
        timer,
        send: () => stopping.mutateAsync({ companyId, timerId: timer.id, version: timer.version }),
        keep: (keeper, attempt) => keeper.stop(timer, attempt),
      }).catch(showFailure),
    /** Resolves to whether it is saved, or kept on this device. */
    change: (timer: Timer, { task, resume, ...change }: TimerChange): Promise<boolean> => {
      const rest = { ...change, ...(resume ? { resume } : {}), ...(task ? { taskId: task.taskId } : {}) };
      const send = () => changing.mutateAsync({ companyId, timerId: timer.id, version: timer.version, ...rest });
      if (timer.stoppedAt !== null) return send().then(() => true);
      const kept = { ...change, ...(task ? { task } : {}) };
      return sendOrKeep({
        timer,
        send,
        keep: (keeper, attempt) => keeper.change(timer, kept, attempt),
      });
    },
    discard: (timer: Timer): Promise<unknown> =>
      sendOrKeep({
        timer,
        send: () => discard(companyId, timer),
        keep: (keeper) => keeper.discard(timer),
      }).catch(showFailure),
    showFailure,
  };
}

export type TimerChange = Pick<ApiInput<`PATCH ${typeof oneTimer}`>, 'notes' | 'start' | 'startOffset' | 'resume'> & {
  task?: StartedTask;
};

/** On this device if the server is not reached, as soon as what keeps timers there is loaded. */
const sendOrKeep = (options: SendingOrKeeping): Promise<boolean> =>
  timerKeeper()?.sendOrKeep(options) ?? options.send().then(() => true);

/** Refetches the timer, because most often it was stopped in another tab or on another device. */
async function showFailure(error: unknown): Promise<void> {
  toastProblem(error);
  await invalidate(['timer']);
}

function useOnSettled() {
  const { id: companyId } = useCompany();
  const router = useRouter();
  return (settled: StoppedTimer): void => {
    acceptTimer(companyId, settled);
    const { timer, worklog, isDiscarded, refusal } = settled;
    if (timer && refusal) router.history.push(`${pathTo('/worklogs')}?timer=${timer.id}`);
    if (isDiscarded) showToast(m.timer_too_short());
    if (!worklog) return;
    const duration = formatMinutes(worklog.minutes ?? 0, getLocale());
    const isForNotes = worklog.notes === '';
    const run = () => router.history.push(`${pathTo('/worklogs')}?worklog=${worklog.id}`, { isForNotes });
    const open = { label: isForNotes ? m.timer_add_note() : m.worklogs_show(), run };
    const undo = { label: m.timer_undo(), run: () => undoStop(companyId, worklog).catch(showFailure) };
    // After a switch another timer is running.
    const actions = timer ? { action: open } : { action: undo, otherAction: open };
    showToast(m.timer_saved({ duration, task: worklog.taskName }), { type: 'success', ...actions });
  };
}

/** Lets the timer run on, and then withdraws the worklog: while another timer runs, the worklog remains. */
async function undoStop(companyId: string, worklog: Worklog): Promise<void> {
  const { id: worklogId, version, taskId, notes, zone, startsAt } = worklog;
  await restore(companyId, { taskId, notes, zone, startedAt: startsAt ?? worklog.submittedAt });
  await api('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version });
  await invalidate(affectedBy.timer);
  showToast(m.timer_goes_on());
}

async function discard(companyId: string, timer: Timer): Promise<void> {
  await send(`DELETE ${oneTimer}`, { companyId, timerId: timer.id, version: timer.version });
  const { task, notes, zone, startedAt } = timer;
  const earlier = { taskId: task?.taskId ?? null, notes, zone, startedAt };
  const run = () => restore(companyId, earlier).catch(showFailure);
  showToast(m.timer_discarded(), { action: { label: m.timer_undo(), run } });
}

type EarlierTimer = Pick<Timer, 'notes' | 'zone' | 'startedAt'> & { taskId: string | null };

/** Starts it again where it began. */
const restore = (companyId: string, { taskId, ...earlier }: EarlierTimer): Promise<void> =>
  send('POST /companies/{companyId}/timer', { companyId, ...earlier, ...(taskId === null ? {} : { taskId }) });

async function send<N extends WriteName>(name: N, input: ApiInput<N>): Promise<void> {
  await api(name, input);
  await invalidate(['timer']);
}

/** "0:42:07". Updated every second while the tab is visible. */
export function useElapsed({ timer, aheadMs }: TimerState): string {
  const seconds = useSyncExternalStore(everySecond, () => {
    const end = timer.stoppedAt ? Date.parse(timer.stoppedAt) : Date.now() + aheadMs;
    return Math.max(0, Math.floor((end - Date.parse(timer.startedAt)) / 1_000));
  });
  return [Math.floor(seconds / 3_600), twoDigits(Math.floor(seconds / 60) % 60), twoDigits(seconds % 60)].join(':');
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

function everySecond(listener: () => void) {
  let tick: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    clearInterval(tick);
    if (document.hidden) return;
    tick = setInterval(listener, 1_000);
    listener();
  };
  document.addEventListener('visibilitychange', follow);
  tick = setInterval(listener, 1_000);
  return () => {
    clearInterval(tick);
    document.removeEventListener('visibilitychange', follow);
  };
}
