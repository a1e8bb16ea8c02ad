// The timesheet of a week: loaded worklogs and tasks, what was typed, and the sheet that follows from both.

import { useState } from 'react';
import { addDays, type Day } from '#domain/calendar.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { useCompany } from '../../auth.ts';
import { useLoggableTasks, usePolicies, useTasksByIds } from '../loader.ts';
import { useTimesheetWorklogs } from '../week/week-worklogs.ts';
import { usualStartOf } from './free-time.ts';
import { type PlanFacts, planChanges } from './plan.ts';
import { buildSheet, hoursOfLastWeek, type SheetTask, timedTasks } from './sheet.ts';
import { type TimesheetDraft, useTimesheetDraft } from './timesheet-draft.ts';

const maxRequestedTasks = 200;

export type Timesheet = ReturnType<typeof useTimesheet>;

export function useTimesheet(first: Day, today: Day) {
  const { timeZone: zone } = useCompany();
  const { data: list, error, isPending, isPlaceholderData, refetch } = useTimesheetWorklogs(first);
  const { data: company } = usePolicies();
  const policies = company ?? defaultPolicies;
  const week = useTimesheetDraft(first);
  const [refused, setRefused] = useState<Readonly<Record<string, unknown>>>({});
  const worklogs = list?.worklogs ?? [];
  const { favourites, isLoggable } = useTasks(week, timedTasks(worklogs));
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index));
  const kept = [...favourites, ...week.draft.kept.filter(({ taskId }) => hasTyped(week.draft.typed, taskId))];
  const facts = { days, worklogs, kept, added: week.draft.added, today, policies, isLoggable };
  const sheet = buildSheet({ ...facts, typed: week.draft.typed });
  const lastWeek = worklogs.filter(({ day }) => day < first && day >= addDays(first, -7));
  const planFacts: PlanFacts = { worklogs, policies, zone, usualStart: usualStartOf(worklogs, zone) };
  return {
    sheet,
    week,
    zone,
    policies,
    planFacts,
    refused,
    setRefused,
    error: list ? null : error,
    isLoading: isPending || isPlaceholderData || company === undefined,
    isEmpty: list !== undefined && sheet.rows.every(({ cells }) => cells.every((cell) => cell.worklogs.length === 0)),
    refetch,
    plan: () => planChanges(sheet, planFacts),
    type: (typed: Readonly<Record<string, string>>) => {
      const tasks = sheet.rows.map(({ task }) => task);
      week.type(
        typed,
        tasks.filter(({ taskId }) => hasTyped(typed, taskId)),
      );
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in typed))));
    },
    /** Adds the tasks of last week; with their hours as typed texts. Returns the number of tasks or cells. */
    copyLastWeek: (what: 'tasks' | 'hours', write: (minutes: number) => string): number => {
      const tasks = timedTasks(lastWeek).filter(({ taskId }) => isLoggable(taskId));
      const missing = tasks.filter(({ taskId }) => sheet.rows.every(({ task }) => task.taskId !== taskId));
      week.addTasks(missing);
      if (what === 'tasks') return missing.length;
      const added = [...week.draft.added, ...missing];
      const hours = hoursOfLastWeek(buildSheet({ ...facts, added, typed: week.draft.typed }), lastWeek);
      const texts = Object.entries(hours).map(([key, minutes]) => [key, write(minutes)] as const);
      week.type(Object.fromEntries(texts), []);
      return Object.keys(hours).length;
    },
  };
}

const hasTyped = (typed: Readonly<Record<string, string>>, taskId: string): boolean =>
  Object.entries(typed).some(([key, text]) => text !== '' && key.startsWith(`${taskId} `));

/** Until the answer has arrived every task counts as loggable; the server refuses the others. */
function useTasks({ draft }: TimesheetDraft, logged: readonly SheetTask[]) {
  const { data: loggable } = useLoggableTasks('');
  const found = (loggable?.found ?? []).filter(({ kind }) => kind === 'timed');
  const known = new Set(found.map(({ taskId }) => taskId));
  const unknown = [...logged, ...draft.added, ...draft.kept]
    .map(({ taskId }) => taskId)
    .filter((taskId) => !known.has(taskId));
  const requestedIds = loggable ? [...new Set(unknown)].sort().slice(0, maxRequestedTasks) : [];
  const { data: others } = useTasksByIds(requestedIds);
  const isKnown = loggable !== undefined && (requestedIds.length === 0 || others !== undefined);
  return {
    favourites: found.filter(({ isFavourite }) => isFavourite),
    isLoggable: (taskId: string) =>
      !isKnown || known.has(taskId) || others?.chosen.some((task) => task.taskId === taskId) === true,
  };
}
