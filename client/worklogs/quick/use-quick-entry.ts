// The state of quick entry: one line, the task that was picked for its words, and saving. Everything else is derived.

import { useState } from 'react';
import type { FreeTime, Worklog } from '#contract/worklogs.ts';
import { daysBetween } from '#domain/calendar.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { readQuickEntry, withTimes } from '#domain/quick-entry.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../../api.ts';
import { useCompany } from '../../auth.ts';
import { invalidate, useWrite } from '../../queries.ts';
import { readerZone } from '../../ui/format.ts';
import { useTyped } from '../../ui/typed.ts';
import { atTime, elapsedMinutes, requestOf } from '../entry.ts';
import { addedHere, usePolicies, useWorklogsOn } from '../loader.ts';
import { type Mistakes, mistakesIn, mistakesOf, overallRefusal, type Refused } from '../mistakes.ts';
import { useToday } from '../today.ts';
import { entryZone } from '../zone.ts';
import { entryOfLine, hasTimes, lastEndOn } from './quick-line.ts';
import { useQuickTasks } from './quick-tasks.ts';

const changes = ['worklogs', 'projects', 'reports', 'dashboard'] as const;

export function useQuickEntryForm(line: string) {
  const company = useCompany();
  const locale = getLocale();
  const [openedAt] = useState(() => new Date());
  const zone = entryZone(readerZone(), company.timeZone, openedAt);
  const today = useToday(zone);
  const companyToday = useToday(company.timeZone);
  const facts = { today, locale, currency: company.currency };
  const [rested, setRested] = useState(line);
  const { typed, type } = useTyped(line, setRested);
  const read = readQuickEntry(typed, facts);
  const tasks = useQuickTasks(read.words, readQuickEntry(rested, facts).words);
  const kind = tasks.task?.kind ?? 'timed';
  // East of the company it may be tomorrow already; an expense belongs to a day of the company.
  const day = read.day ?? (kind === 'expense' ? companyToday : today);
  const { data: list } = useWorklogsOn(day);
  const lastEndsAt = lastEndOn(day, list?.worklogs ?? [], zone);
  const taskId = tasks.task?.taskId ?? '';
  const { entry, because } = entryOfLine(read, { taskId, kind, day, lastEndsAt, now: openedAt, zone, locale });
  const { data: policies } = usePolicies();
  const [hasTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const submitNew = useWrite('POST /companies/{companyId}/worklogs', {
    changes,
    onDone: (worklog) => addedHere([worklog]),
  });
  const own: Mistakes = {
    ...mistakesIn(entry, { kind, zone, locale, policies: policies ?? defaultPolicies }),
    ...(kind === 'expense' && hasTimes(read)
      ? { start: { code: 'worklog.time-not-allowed', message: m.reason_worklog_time_not_allowed() } }
      : {}),
  };
  const isReady = read.unclear.length === 0 && Object.keys(own).length === 0;

  async function save({ confirmOverlap } = { confirmOverlap: false }): Promise<Worklog | null> {
    setTried(true);
    setRefused(null);
    if (!isReady || submitNew.isPending) return null;
    const place = { zone, companyZone: company.timeZone, locale };
    try {
      const request = { companyId: company.id, confirmOverlap, ...requestOf(entry, kind, place) };
      return await submitNew.mutateAsync(request);
    } catch (error) {
      setRefused({ error, entry });
      if (error instanceof ApiProblem && error.status === 409) await invalidate(['worklogs']);
      return null;
    }
  }

  return {
    typed,
    type,
    read,
    entry,
    because,
    kind,
    zone,
    isDayNamed: read.day !== null,
    minutes: kind === 'timed' ? elapsedMinutes(entry, zone) : null,
    tasks,
    policies,
    mistakes: { ...(refused ? mistakesOf(refused, entry) : {}), ...(hasTried ? own : {}) },
    refusal: refused ? overallRefusal(refused, entry) : null,
    isReady,
    hasTried,
    isSaving: submitNew.isPending,
    save,
    /** At a free time instead of the one in the line. */
    moveTo: (free: FreeTime) => {
      const { day: on, startTime, endDay, endTime } = atTime(entry, free, zone);
      const nights = daysBetween(on, endDay);
      setRefused(null);
      type(withTimes(typed, read, `${on} ${startTime}-${endTime}${nights > 0 ? ` +${nights}` : ''}`));
    },
    /** For the next one: an empty line on the same screen. */
    begin: () => {
      setTried(false);
      setRefused(null);
      type('');
    },
  };
}

export type QuickForm = ReturnType<typeof useQuickEntryForm>;
