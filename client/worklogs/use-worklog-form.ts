// The state of the worklog form: draft, errors and saving. Everything else is derived while rendering.

import { useRef, useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { dayOf } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { TaskKind } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { type ApiInput, ApiProblem } from '../api.ts';
import { useCompany } from '../auth.ts';
import { invalidate, useApiMutation } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { stopProblemOf, timerInvalidates } from '../timers/timer-query.ts';
import { readerZone } from '../ui/format.ts';
import { draftKey, useKeptEntry } from './drafts.ts';
import { duplicateOf, type Entry, entryAfter, entryAt, entryOf, requestOf } from './entry.ts';
import { showSaved, useFilter, useNamedTask, useWorklogsOn } from './loader.ts';
import { type Mistakes, mistakesIn, mistakesOf, overallRefusal, type Refused } from './mistakes.ts';
import { receiptsIn, receiptsText } from './receipts/receipts.ts';
import type { FormTarget } from './search.ts';
import { useWorklogFilters } from './search.ts';
import { editedIn, type Subject, timerIn, versionOf, zoneIn } from './subject.ts';
import { useToday } from './today.ts';
import type { LoggableTask } from './WorklogForm.tsx';
import { isInFilter } from './worklog-list.ts';
import { entryZone } from './zone.ts';

type Options = {
  target: FormTarget;
  subject: Subject;
  tasks: readonly LoggableTask[];
  policies: Company;
  onSaved: (worklog: Worklog) => void;
};

const changes = ['worklogs', 'projects', 'reports', 'dashboard'] as const;

export function useWorklogForm({ target, subject, tasks: loggable, policies, onSaved }: Options) {
  const company = useCompany();
  const locale = getLocale();
  const edited = editedIn(subject);
  const timer = timerIn(subject);
  const [openedAt] = useState(() => new Date());
  const zone = zoneIn(subject) ?? entryZone(readerZone(), company.timeZone, openedAt);
  const initial = useInitialEntry(subject, openedAt, zone);
  const kept = useKeptEntry(draftKey(company.id, target), initial, versionOf(subject));
  const [hasTried, setTried] = useState(timer !== null);
  const [refused, setRefused] = useState<Refused | null>(() => refusedStop(timer, kept.entry));
  const [openFiles, setOpenFiles] = useState(0);
  const announceSaved = useSavedToast();

  const { entry } = kept;
  const [picked, setPicked] = useState<LoggableTask | null>(null);
  // A task found by search may also be on the first page.
  const isFurther = picked !== null && loggable.every(({ taskId }) => taskId !== picked.taskId);
  const tasks = useTasks(entry.taskId, withTaskOf(edited, isFurther ? [...loggable, picked] : loggable));
  const kind = kindOf(entry, tasks);
  const sent = useRef(entry);
  const onDone = (worklog: Worklog) => {
    kept.saved(sent.current);
    onSaved(worklog);
    announceSaved(worklog);
  };
  const submitNew = useApiMutation('POST /companies/{companyId}/worklogs', { invalidates: changes, onDone });
  const submitTimed = useApiMutation('POST /companies/{companyId}/timer/{timerId}/worklog', {
    invalidates: timerInvalidates,
    onDone,
  });
  const amend = useApiMutation('PATCH /companies/{companyId}/worklogs/{worklogId}', { invalidates: changes, onDone });

  const own = {
    ...mistakesIn(entry, { kind, zone, locale, policies }),
    ...(timer && isTooLong(timer) && entry.endTime === '' ? endAsked(policies) : {}),
    ...(openFiles > 0 ? { receipts: { code: 'receipts.open', message: m.receipts_not_uploaded() } } : {}),
  };
  const mistakes = { ...(refused ? mistakesOf(refused, entry) : {}), ...(hasTried ? own : {}) };

  /** Resolves to whether the worklog was saved. */
  async function submit({ confirmOverlap } = { confirmOverlap: false }): Promise<boolean> {
    sent.current = entry;
    setTried(true);
    setRefused(null);
    if (Object.keys(own).length > 0) return false;
    const request = {
      companyId: company.id,
      confirmOverlap,
      receiptIds: receiptsIn(entry.receipts).map(({ id }) => id),
      ...requestOf(entry, kind, { zone, locale }),
    };
    try {
      await send(request);
      return true;
    } catch (error) {
      setRefused({ error, entry });
      // The form shows the current version beside the input.
      if (error instanceof ApiProblem && error.status === 409) await invalidate(['worklogs', 'timer']);
      return false;
    }
  }

  function send(request: ApiInput<'POST /companies/{companyId}/worklogs'>): Promise<Worklog> {
    if (edited) return amend.mutateAsync({ ...request, worklogId: edited.id, version: kept.version ?? edited.version });
    if (timer)
      return submitTimed.mutateAsync({ ...request, timerId: timer.id, version: kept.version ?? timer.version });
    return submitNew.mutateAsync(request);
  }

  return {
    kept,
    zone,
    kind,
    tasks,
    mistakes,
    submit,
    setOpenFiles,
    chooseTask: (task: LoggableTask) => {
      setPicked(task);
      kept.change(withinReach({ ...entry, taskId: task.taskId }, task.kind, dayOf(new Date(), company.timeZone)));
    },
    isSaving: submitNew.isPending || submitTimed.isPending || amend.isPending,
    isOutdated: kept.version !== versionOf(subject),
    refusal: refused ? overallRefusal(refused, entry) : null,
  };
}

function useInitialEntry(subject: Subject, openedAt: Date, zone: string): Entry {
  const today = useToday(zone);
  const { data: list } = useWorklogsOn(today);
  const locale = getLocale();
  switch (subject.form) {
    case 'worklog':
      return { ...entryOf(subject.found.worklog, locale), receipts: receiptsText(subject.found.receipts) };
    case 'duplicate':
      return duplicateOf(subject.found.worklog, today, locale);
    case 'timer':
      return entryOfTimer(subject.timer, openedAt, locale);
    case 'new':
      return subject.times ? entryAt(subject.times, zone) : entryAfter(list?.worklogs ?? [], today, zone);
  }
}

/** The measured times; the end stays empty if they are longer than a worklog may be. */
function entryOfTimer(timer: Timer, now: Date, locale: string): Entry {
  const { task, startedAt, zone, notes } = timer;
  const endsAt = timer.stoppedAt ?? now.toISOString();
  const taskId = task?.taskId ?? '';
  const entry = entryOf({ taskId, startsAt: startedAt, endsAt, zone, notes, day: '', expense: null }, locale);
  return isTooLong(timer) ? { ...entry, endTime: '', endOffset: '' } : entry;
}

const isTooLong = ({ id }: Timer): boolean => stopProblemOf(id)?.code === 'worklog.too-long';

function endAsked({ longestWorklogMinutes }: Company): Mistakes {
  const longest = formatMinutes(longestWorklogMinutes, getLocale());
  return { end: { code: 'worklog.too-long', message: m.timer_ran_long({ longest }) } };
}

const refusedStop = (timer: Timer | null, entry: Entry): Refused | null => {
  const error = timer && stopProblemOf(timer.id);
  return error ? { error, entry } : null;
};

/** Offers to show the worklog if the filter hides it. */
function useSavedToast() {
  const filter = useFilter();
  const [, change] = useWorklogFilters();
  return (worklog: Worklog) => {
    showSaved(worklog, filter);
    const isShown = isInFilter(worklog, filter);
    const run = () => change({ from: worklog.day, to: worklog.day, projectIds: [], statuses: [] });
    showToast(isShown ? m.worklogs_saved() : m.worklogs_saved_elsewhere(), {
      type: 'success',
      action: isShown ? null : { label: m.worklogs_show(), run },
    });
  };
}

/** Adds the chosen task, which may not be on the first page. */
function useTasks(taskId: string, known: readonly LoggableTask[]): readonly LoggableTask[] {
  const isKnown = known.some((task) => task.taskId === taskId);
  const { data: answer } = useNamedTask(taskId, isKnown);
  return isKnown ? known : [...known, ...(answer?.chosen ?? [])];
}

/** Before a task is chosen the form shows times, as most worklogs are timed. */
const kindOf = ({ taskId }: Entry, tasks: readonly LoggableTask[]): TaskKind =>
  tasks.find((task) => task.taskId === taskId)?.kind ?? 'timed';

/** An expense has a company day; east of the company the local day may already be the next one. */
const withinReach = (entry: Entry, kind: TaskKind, companyToday: string): Entry =>
  kind === 'expense' && entry.day > companyToday ? { ...entry, day: companyToday } : entry;

/** The task of an existing worklog stays selectable even if nothing new may be logged on it. */
function withTaskOf(edited: Worklog | null, tasks: readonly LoggableTask[]): readonly LoggableTask[] {
  if (!edited || tasks.some(({ taskId }) => taskId === edited.taskId)) return tasks;
  const { taskId, taskName, kind, projectId, projectName, colour } = edited;
  const unused = { isFavourite: false, lastUsedAt: null };
  return [{ taskId, taskName, kind, projectId, projectName, colour, ...unused }, ...tasks];
}
