import { useFilters } from '../filters.ts';
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
import { affectedBy, invalidate, useApiMutation } from '../queries.ts';
import { stopProblemOf } from '../timers/timer-query.ts';
import { showToast } from '../toast.ts';
import { readerZone } from '../ui/format.ts';
import { draftKey, useDraft } from './drafts.ts';
import {
  duplicateEntry,
  type EntryValues,
  entryAfterLast,
  entryAtTimes,
  entryFromWorklog,
  entryRequest,
  isByDuration,
  limitCompanyDay,
} from './entry.ts';
import { type EntryErrors, formError, type RefusedEntry, serverErrors, validateEntry } from './entry-errors.ts';
import type { LoggableTask } from './loader.ts';
import { showSavedWorklog, useTaskById, useWorklogListFilter, useWorklogsOn } from './loader.ts';
import { parseReceipts, serializeReceipts } from './receipts/receipts.ts';
import type { FormTarget } from './search.ts';
import { worklogParameters } from './search.ts';
import { editedWorklog, type FormSubject, subjectTimer, subjectVersion, subjectZone } from './subject.ts';
import { useChooseTiming, useRetimed, useTiming } from './timing.ts';
import { useToday } from './today.ts';
import { isInFilter, noChoices } from './worklog-list.ts';
import { entryZone } from './zone.ts';

type Options = {
  target: FormTarget;
  subject: FormSubject;
  tasks: readonly LoggableTask[];
  policies: Company;
  onSaved: (worklog: Worklog) => void;
};

export function useWorklogForm({ target, subject, tasks: loggable, policies, onSaved }: Options) {
  const company = useCompany();
  const locale = getLocale();
  const edited = editedWorklog(subject);
  const timer = subjectTimer(subject);
  const [openedAt] = useState(() => new Date());
  const zone = subjectZone(subject) ?? entryZone(readerZone(), company.timeZone, openedAt);
  const initial = useInitialEntry({ subject, policies }, openedAt, zone);
  const draft = useDraft(draftKey(company.id, target), initial, subjectVersion(subject));
  const chooseTiming = useChooseTiming(draft, zone, subject.form === 'new' && !subject.times);
  const [hasTried, setTried] = useState(timer !== null);
  const [refused, setRefused] = useState<RefusedEntry | null>(() => refusedStopOf(timer, draft.entry));
  const [openFiles, setOpenFiles] = useState(0);
  const showSavedToast = useSavedToast();

  const { entry } = draft;
  const [picked, setPicked] = useState<LoggableTask | null>(null);
  // A task found by search may also be on the first page.
  const isAdditional = picked !== null && loggable.every(({ taskId }) => taskId !== picked.taskId);
  const tasks = useTasks(entry.taskId, withTaskOfWorklog(edited, isAdditional ? [...loggable, picked] : loggable));
  const kind = kindOf(entry, tasks);
  const sent = useRef(entry);
  const onDone = (worklog: Worklog) => {
    draft.markSaved(sent.current);
    onSaved(worklog);
    showSavedToast(worklog);
  };
  const submitNew = useApiMutation('POST /companies/{companyId}/worklogs', {
    invalidates: affectedBy.worklogs,
    onDone,
  });
  const submitTimed = useApiMutation('POST /companies/{companyId}/timer/{timerId}/worklog', {
    invalidates: affectedBy.timer,
    onDone,
  });
  const amend = useApiMutation('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    invalidates: affectedBy.worklogs,
    onDone,
  });

  const ownErrors = {
    ...validateEntry(entry, { kind, zone, locale, policies }),
    ...(timer && isTooLong(timer) && !isByDuration(entry) && entry.endTime === '' ? endRequired(policies) : {}),
    ...(openFiles > 0 ? { receipts: { code: 'receipts.open', message: m.receipts_not_uploaded() } } : {}),
  };
  const errors = { ...(refused ? serverErrors(refused, entry) : {}), ...(hasTried ? ownErrors : {}) };

  /** Resolves to whether the worklog was saved. */
  async function submit({ confirmOverlap } = { confirmOverlap: false }): Promise<boolean> {
    sent.current = entry;
    setTried(true);
    setRefused(null);
    if (Object.keys(ownErrors).length > 0) return false;
    const request = {
      companyId: company.id,
      confirmOverlap,
      receiptIds: parseReceipts(entry.receipts).map(({ id }) => id),
      ...entryRequest(entry, kind, { zone, locale }),
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
    if (edited)
      return amend.mutateAsync({ ...request, worklogId: edited.id, version: draft.version ?? edited.version });
    if (timer)
      return submitTimed.mutateAsync({ ...request, timerId: timer.id, version: draft.version ?? timer.version });
    return submitNew.mutateAsync(request);
  }

  return {
    draft,
    zone,
    kind,
    tasks,
    errors,
    submit,
    setOpenFiles,
    chooseTiming,
    chooseTask: (task: LoggableTask) => {
      setPicked(task);
      const next = { ...entry, taskId: task.taskId };
      const hasCompanyDay = task.kind === 'expense' || isByDuration(entry);
      draft.change(hasCompanyDay ? limitCompanyDay(next, dayOf(new Date(), company.timeZone)) : next);
    },
    isSaving: submitNew.isPending || submitTimed.isPending || amend.isPending,
    isOutdated: draft.version !== subjectVersion(subject),
    refusal: refused ? formError(refused, entry) : null,
  };
}

function useInitialEntry(
  { subject, policies }: Pick<Options, 'subject' | 'policies'>,
  openedAt: Date,
  zone: string,
): EntryValues {
  const today = useToday(zone);
  const { data: list } = useWorklogsOn(today);
  const locale = getLocale();
  const timing = useTiming(policies);
  const retimed = useRetimed(zone);
  switch (subject.form) {
    case 'worklog':
      return {
        ...entryFromWorklog(subject.found.worklog, locale),
        receipts: serializeReceipts(subject.found.receipts),
      };
    case 'duplicate':
      return {
        ...duplicateEntry(subject.found.worklog, today, locale),
        // A new one needs times again.
        ...(policies.times === 'required' ? { timing: 'times' } : {}),
      };
    case 'timer':
      return entryOfTimer(subject.timer, openedAt, locale);
    case 'new':
      return subject.times
        ? entryAtTimes(subject.times, zone)
        : retimed(entryAfterLast(list?.worklogs ?? [], today, zone), timing);
  }
}

/** The measured times; the end stays empty if they are longer than a worklog may be. */
function entryOfTimer(timer: Timer, now: Date, locale: string): EntryValues {
  const { task, startedAt, zone, notes } = timer;
  const endsAt = timer.stoppedAt ?? now.toISOString();
  const taskId = task?.taskId ?? '';
  const entry = entryFromWorklog({ taskId, startsAt: startedAt, endsAt, zone, notes, day: '', expense: null }, locale);
  return isTooLong(timer) ? { ...entry, endTime: '', endOffset: '' } : entry;
}

const isTooLong = ({ id }: Timer): boolean => stopProblemOf(id)?.code === 'worklog.too-long';

function endRequired({ longestWorklogMinutes }: Company): EntryErrors {
  const maxDuration = formatMinutes(longestWorklogMinutes, getLocale());
  return { end: { code: 'worklog.too-long', message: m.timer_ran_long({ longest: maxDuration }) } };
}

const refusedStopOf = (timer: Timer | null, entry: EntryValues): RefusedEntry | null => {
  const error = timer && stopProblemOf(timer.id);
  return error ? { error, entry } : null;
};

/** Offers to show the worklog if the filter hides it. */
function useSavedToast() {
  const filter = useWorklogListFilter();
  const [, change] = useFilters(worklogParameters);
  return (worklog: Worklog) => {
    showSavedWorklog(worklog, filter);
    const isShown = isInFilter(worklog, filter);
    const run = () => change({ from: worklog.day, to: worklog.day, ...noChoices });
    showToast(isShown ? m.worklogs_saved() : m.worklogs_saved_elsewhere(), {
      type: 'success',
      action: isShown ? null : { label: m.worklogs_show(), run },
    });
  };
}

/** Adds the chosen task, which may not be on the first page. */
function useTasks(taskId: string, known: readonly LoggableTask[]): readonly LoggableTask[] {
  const isKnown = known.some((task) => task.taskId === taskId);
  const { data: response } = useTaskById(taskId, isKnown);
  return isKnown ? known : [...known, ...(response?.chosen ?? [])];
}

/** Before a task is chosen the form shows times, as most worklogs are timed. */
const kindOf = ({ taskId }: EntryValues, tasks: readonly LoggableTask[]): TaskKind =>
  tasks.find((task) => task.taskId === taskId)?.kind ?? 'timed';

/** The task of an existing worklog stays selectable even if nothing new may be logged on it. */
function withTaskOfWorklog(edited: Worklog | null, tasks: readonly LoggableTask[]): readonly LoggableTask[] {
  if (!edited || tasks.some(({ taskId }) => taskId === edited.taskId)) return tasks;
  const { taskId, taskName, kind, projectId, projectName, clientName, colour } = edited;
  const unused = { isFavourite: false, lastUsedAt: null };
  return [{ taskId, taskName, kind, projectId, projectName, clientName, colour, ...unused }, ...tasks];
}
