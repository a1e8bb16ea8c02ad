// The state of quick entry: one line, and the task that was picked for its words. Everything else is derived. A submitted
// line leaves the text field at once (lines.ts), so that the next one can be typed.

import { useEffect, useEffectEvent, useState } from 'react';
import type { FreeInterval } from '#contract/worklogs.ts';
import { daysBetween } from '#domain/calendar.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { type ParsedQuickEntry, parseQuickEntry, replaceTimes, splitByTimes } from '#domain/quick-entry/line.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../../auth.ts';
import { serverDate } from '../../clock.ts';
import { chosenFormats } from '../../settings/settings.ts';
import { saveQuickEntryText, takeTextsAside } from '../../shell/quick-entry.ts';
import { useDebouncedInput } from '../../ui/debounced-input.ts';
import { readerZone } from '../../ui/format.ts';
import { enteredMinutes, entryRequest, moveEntryToTime } from '../entry.ts';
import { type EntryErrors, formError, type RefusedEntry, serverErrors, validateEntry } from '../entry-errors.ts';
import { usePolicies, useWorklogsOn } from '../loader.ts';
import { useToday } from '../today.ts';
import { entryZone } from '../zone.ts';
import { type QuickLine, removeLine, sendLine, setLineAside, submitLine, useQuickLines } from './lines.ts';
import { entryFromLine, hasTimes, isLengthOnly, lastEndOn, lastEndWithLines, withWordsAsNotes } from './quick-line.ts';
import { useQuickTasks } from './quick-tasks.ts';

export function useQuickEntryForm(line: string) {
  const company = useCompany();
  const locale = getLocale();
  const [begunAt, setBegunAt] = useState(() => serverDate());
  const zone = entryZone(readerZone(), company.timeZone, begunAt);
  const today = useToday(zone);
  const companyToday = useToday(company.timeZone);
  const isMonthFirst = chosenFormats().dateFormat === 'month-first';
  const { data: policies } = usePolicies();
  const mayOmitTimes = policies?.times === 'optional';
  const facts = { today, locale, currency: company.currency, isMonthFirst, mayOmitTimes };
  const [hasTried, setTried] = useState(false);
  const [debounced, setDebounced] = useState(line);
  const { typed, type: show } = useDebouncedInput(line, setDebounced);
  const type = (text: string) => {
    if (typed === '' || text === '') setBegunAt(serverDate());
    setTried(false);
    saveQuickEntryText(text);
    show(text);
  };
  const firstRead = parseQuickEntry(typed, facts);
  const tasks = useQuickTasks(firstRead.words, parseQuickEntry(debounced, facts).words);
  const kind = tasks.task?.kind ?? 'timed';
  const withNotes = (parsed: ParsedQuickEntry) => withWordsAsNotes(parsed, tasks.task);
  const read = withNotes(
    kind === 'expense' ? parseQuickEntry(typed, { ...facts, isExpense: true, mayOmitTimes: false }) : firstRead,
  );
  // Without times the day is one of the company; east of it the local day may already be the next one.
  const day = read.day ?? (kind === 'expense' || isLengthOnly(read, { mayOmitTimes }) ? companyToday : today);
  const { data: list } = useWorklogsOn(day);
  const lines = useQuickLines(company.id);
  const isSaving = lines.some(({ state }) => state === 'saving');
  const lastEndsAt = lastEndWithLines(day, lines, lastEndOn(day, list?.worklogs ?? [], zone), zone);
  const taskId = tasks.task?.taskId ?? '';
  const interpret = (part: ParsedQuickEntry) =>
    entryFromLine(part, { taskId, kind, day, lastEndsAt, now: begunAt, zone, locale, mayOmitTimes });
  const { entry, reason } = interpret(read);
  // A worklog for each of its times.
  const parts = splitByTimes(typed, read).map((text) => ({
    text,
    entry: interpret(withNotes(parseQuickEntry(text, facts))).entry,
  }));
  const [refused, setRefused] = useState<RefusedEntry | null>(null);
  const own: EntryErrors = {
    ...Object.assign(
      {},
      ...parts.map((part) => validateEntry(part.entry, { kind, zone, locale, policies: policies ?? defaultPolicies })),
    ),
    ...(kind === 'expense' && hasTimes(read)
      ? { start: { code: 'worklog.time-not-allowed', message: m.reason_worklog_time_not_allowed() } }
      : {}),
  };
  const isReady = read.unclear.length === 0 && Object.keys(own).length === 0;

  const written = { companyId: company.id, text: typed, words: read.words, task: tasks.task, entry };

  const listTextsAside = useEffectEvent(() => {
    for (const text of takeTextsAside()) setLineAside({ ...written, text, words: '', task: null });
  });
  useEffect(() => listTextsAside(), []);

  function fill(text: string, reason: RefusedEntry | null): void {
    setRefused(reason);
    type(text);
  }

  /** Submits the line, for each of its times, and clears the text field. Null if something is missing, which is then shown. */
  function submit({ confirmOverlap } = { confirmOverlap: false }): Promise<(QuickLine | null)[]> | null {
    if (typed.trim() === '' && isSaving) return null;
    setTried(true);
    setRefused(null);
    if (!isReady) return null;
    const format = { zone, locale, currency: company.currency };
    fill('', null);
    return Promise.all(
      parts.map((part) => {
        const request = { companyId: company.id, confirmOverlap, ...entryRequest(part.entry, kind, format) };
        return submitLine({ ...written, ...part }, () => sendLine(request, tasks.task));
      }),
    );
  }

  return {
    typed,
    type,
    read,
    entry,
    reason,
    kind,
    zone,
    isDayNamed: read.day !== null,
    /** For each of the times. */
    entries: parts.map((part) => part.entry),
    minutes: kind === 'timed' ? sumOf(parts.map((part) => enteredMinutes(part.entry, zone))) : null,
    tasks,
    policies,
    errors: { ...(refused ? serverErrors(refused, entry) : {}), ...(hasTried ? own : {}) },
    refusal: refused ? formError(refused, entry) : null,
    isReady,
    hasTried,
    /** Marks what is missing until the line changes. */
    showMissing: () => setTried(true),
    lines,
    isSaving,
    submit,
    /** Puts another line into the text field. */
    fill: (text: string) => fill(text, null),
    /** Replaces the times in the line by a free interval. */
    moveTo: (free: FreeInterval) => {
      const { day: on, startTime, endDay, endTime } = moveEntryToTime(entry, free, zone);
      const nights = daysBetween(on, endDay);
      setRefused(null);
      type(replaceTimes(typed, read, `${on} ${startTime}-${endTime}${nights > 0 ? ` +${nights}` : ''}`));
    },
    /** Keeps the line below the text field, which is free for another one. */
    setAside: () => {
      setLineAside(written);
      fill('', null);
    },
    /** Puts a line back into the text field. */
    takeBack: (line: QuickLine) => {
      removeLine(line.id);
      if (line.task) tasks.pick(line.task, line.words);
      fill(line.text, line.state === 'aside' && line.error !== null ? { error: line.error, entry: line.entry } : null);
    },
  };
}

export type QuickForm = ReturnType<typeof useQuickEntryForm>;

/** Null while one is not known. */
const sumOf = (minutes: readonly (number | null)[]): number | null =>
  minutes.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
