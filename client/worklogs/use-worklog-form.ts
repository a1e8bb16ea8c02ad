// The state of the worklog form: draft, errors and saving. Everything else is derived while rendering.

import { useRef, useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Timer } from '#contract/timers.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { formatMinutes } from '#domain/duration.ts';
import type { Money } from '#domain/money.ts';
import type { TaskKind } from '#domain/projects.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { useCompany } from '../auth.ts';
import { serverDate, todayIn } from '../clock.ts';
import { useConnection } from '../connection.ts';
import { useFilters } from '../filters.ts';
import { invalidate } from '../queries.ts';
import { stopProblemOf } from '../timers/timer-query.ts';
import { showToast } from '../toast.ts';
import { readerZone } from '../ui/format.ts';
import { draftKey, type FirstFile, keepOpenFiles, openFilesOf, useDraft } from './drafts.ts';
import {
  duplicateEntry,
  type EntryValues,
  earlierCurrency,
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
import { parseReceipts, serializeReceipts } from './receipts/entry-receipts.ts';
import { type FormFiles, mergeFirstFiles, type ReceiptUpload } from './receipts/form-files.ts';
import type { FormTarget } from './search.ts';
import { worklogParameters } from './search.ts';
import { editedWorklog, type FormSubject, subjectTimer, subjectVersion, subjectZone, unsentEntry } from './subject.ts';
import { useChooseTiming, useRetimed, useTiming } from './timing.ts';
import { useToday } from './today.ts';
import type { ShownEntry } from './unsent/entry.ts';
import { useSending } from './use-sending.ts';
import { isInFilter, noChoices } from './worklog-list.ts';
import { entryZone } from './zone.ts';

type Options = {
  target: FormTarget;
  subject: FormSubject;
  tasks: readonly LoggableTask[];
  policies: Company;
  unsentFiles: readonly FirstFile[];
  onSaved: (worklog: Worklog) => void;
  /** It waits on this device. */
  onKept: () => void;
};

export function useWorklogForm({ target, subject, tasks: loggable, policies, unsentFiles, ...events }: Options) {
  const company = useCompany();
  const locale = getLocale();
  const timer = subjectTimer(subject);
  const [openedAt] = useState(() => serverDate());
  const zone = subjectZone(subject) ?? entryZone(readerZone(), company.timeZone, openedAt);
  const initial = useInitialEntry({ subject, policies }, openedAt, zone);
  const key = draftKey(company.id, target);
  const [firstFiles] = useState(() => mergeFirstFiles(unsentFiles, openFilesOf(key)));
  const draft = useDraft(key, initial, subjectVersion(subject));
  const chooseTiming = useChooseTiming(draft, zone, subject.form === 'new' && !subject.times);
  const [hasTried, setTried] = useState(timer !== null || subject.form === 'unsent');
  const [refused, setRefused] = useState<RefusedEntry | null>(() => refusalOfSubject(subject, draft.entry));
  const files = useRef<FormFiles>({ open: [], uploaded: new Map(), order: [] });
  const [openFiles, setOpenFiles] = useState('');
  // A new worklog takes files with it that are not uploaded yet.
  const { isReachable } = useConnection();
  const isKeepable = !isReachable && !timer;
  const isBlocking = (states: string) => (isKeepable ? /refused|shrinking/.test(states) : states !== '');
  const showSavedToast = useSavedToast();

  const { entry } = draft;
  const [picked, setPicked] = useState<LoggableTask | null>(null);
  // A task found by search may also be on the first page.
  const isAdditional = picked !== null && loggable.every(({ taskId }) => taskId !== picked.taskId);
  const tasks = useTasks(entry.taskId, withTaskOfSubject(subject, isAdditional ? [...loggable, picked] : loggable));
  const kind = kindOf(entry, tasks);
  const { currency } = company;
  const unchanged = expenseAtFirst(subject, refused);
  const amountCurrency = earlierCurrency(unchanged, { amount: entry.amount, currency, locale }) ?? currency;
  const submitted = useRef(entry);
  const onDone = (worklog: Worklog) => {
    draft.markSaved(submitted.current);
    events.onSaved(worklog);
    showSavedToast(worklog);
  };
  const { send, isSaving } = useSending({
    subject,
    version: draft.version,
    onDone,
    onKept: () => {
      draft.markSaved(submitted.current);
      events.onKept();
    },
  });

  const ownErrors = {
    ...validateEntry(entry, { kind, zone, locale, policies }),
    ...(timer && isTooLong(timer) && !isByDuration(entry) && entry.endTime === '' ? endRequired(policies) : {}),
    ...(isBlocking(openFiles) ? { receipts: { code: 'receipts.open', message: m.receipts_not_uploaded() } } : {}),
  };
  const errors = { ...(refused ? serverErrors(refused, entry) : {}), ...(hasTried ? ownErrors : {}) };

  /** Resolves to whether the worklog was saved. */
  async function submit({ confirmOverlap } = { confirmOverlap: false }): Promise<boolean> {
    submitted.current = entry;
    setTried(true);
    setRefused(null);
    if (Object.keys(ownErrors).length > 0) return false;
    const request = {
      companyId: company.id,
      confirmOverlap,
      receiptIds: parseReceipts(entry.receipts).map(({ id }) => id),
      ...entryRequest(entry, kind, { zone, locale, currency: amountCurrency }),
    };
    try {
      const task = tasks.find(({ taskId }) => taskId === entry.taskId) ?? null;
      await send({ request, task, files: files.current, receipts: entry.receipts });
      return true;
    } catch (error) {
      setRefused({ error, entry });
      // The form shows the current version beside the input.
      if (error instanceof ApiProblem && error.status === 409) await invalidate(['worklogs', 'timer']);
      return false;
    }
  }

  return {
    draft,
    zone,
    kind,
    currency: amountCurrency,
    tasks,
    errors,
    submit,
    firstFiles,
    acceptFiles: (next: FormFiles) => {
      files.current = next;
      const waits = ({ key: fileKey, file }: ReceiptUpload) =>
        unsentFiles.some((one) => one.key === fileKey && one.file === file);
      const open = next.open.filter((one) => one.state !== 'refused' && !waits(one));
      keepOpenFiles(
        key,
        open.map(({ key: fileKey, file }) => ({ key: fileKey, uploadedId: null, file, isOpen: true })),
      );
      setOpenFiles(statesOf(next));
    },
    chooseTiming,
    chooseTask: (task: LoggableTask) => {
      setPicked(task);
      // As the server reads a request without it: unchanged with the same task, else as the task says.
      const isBillable = task.taskId === initial.taskId ? initial.isBillable : '';
      const next = { ...entry, taskId: task.taskId, isBillable };
      const hasCompanyDay = task.kind === 'expense' || isByDuration(entry);
      draft.change(hasCompanyDay ? limitCompanyDay(next, todayIn(company.timeZone)) : next);
    },
    isSaving,
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
    case 'unsent':
      return entryOfUnsent(subject.entry, locale);
    case 'timer':
      return entryOfTimer(subject.timer, openedAt, locale);
    case 'new':
      return subject.times
        ? entryAtTimes(subject.times, zone)
        : retimed(entryAfterLast(list?.worklogs ?? [], today, zone), timing);
  }
}

/** Receipts whose files are on this device are added by the field. */
function entryOfUnsent(unsent: ShownEntry, locale: string): EntryValues {
  const { written, receipts, minutes, startsAt } = unsent;
  const texts = mapTexts((name) => written[name] ?? '');
  const saved = {
    ...unsent,
    ...texts,
    taskId: written.taskId,
    tags: [...(written.tags ?? [])],
    minutes: startsAt === null ? minutes : null,
    ...(written.isBillable === undefined ? {} : { isBillable: written.isBillable }),
  };
  const onServer = receipts.flatMap(({ uploadedId, key, name, type, bytes }) =>
    uploadedId === null ? [] : [{ id: uploadedId, key, name, type, bytes, width: null, height: null }],
  );
  return { ...entryFromWorklog(saved, locale), receipts: serializeReceipts(onServer) };
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

/** Its currency stays as long as the amount does. One that waits here may be refused for that, unless the server has it already. */
function expenseAtFirst(subject: FormSubject, refused: RefusedEntry | null): Money | null {
  const unsent = unsentEntry(subject);
  if (!unsent) return editedWorklog(subject)?.expense ?? null;
  const codes = refused?.error instanceof ApiProblem ? refused.error.errors.map(({ code }) => code) : [];
  return [unsent.refusedCode, ...codes].includes('worklog.currency-changed') ? unsent.expenseBefore : unsent.expense;
}

/** With which the form begins: of the stop of a timer, or of a worklog that was sent later. */
function refusalOfSubject(subject: FormSubject, entry: EntryValues): RefusedEntry | null {
  const timer = subjectTimer(subject);
  const error = timer ? stopProblemOf(timer.id) : unsentEntry(subject)?.problem;
  return error ? { error, entry } : null;
}

/** "waiting sending": empty where every file is uploaded. */
const statesOf = ({ open }: FormFiles): string => open.map(({ state }) => state).join(' ');

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
function withTaskOfSubject(subject: FormSubject, tasks: readonly LoggableTask[]): readonly LoggableTask[] {
  const unsent = unsentEntry(subject);
  const shown = unsent ? { isBillable: true, ...unsent.task, taskId: unsent.written.taskId } : editedWorklog(subject);
  if (!shown || shown.taskId === '' || tasks.some(({ taskId }) => taskId === shown.taskId)) return tasks;
  const { taskId, taskName, kind, isBillable, projectId, projectName, clientName, colour } = shown;
  const unused = { isFavourite: false, lastUsedAt: null };
  return [{ taskId, taskName, kind, isBillable, projectId, projectName, clientName, colour, ...unused }, ...tasks];
}
