// The view model of the week: its days with blocks, expenses, totals and stops, from the loaded worklogs and optimistic
// changes.

import { useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays } from '#domain/calendar.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { isLocked } from '#domain/worklogs.ts';
import { useCompany } from '../../auth.ts';
import { usePolicies, useWeek } from '../loader.ts';
import { inOrder } from '../worklog-list.ts';
import { columnsOf, type DayColumn } from './days.ts';
import { allHours, type HourRange, hoursInSight, type Piece, piecesOf } from './layout.ts';
import { type Stop, stopsOf } from './stops.ts';
import type { ShownDays } from './use-days.ts';

export type WeekDay = {
  column: DayColumn;
  pieces: readonly Piece<Worklog>[];
  expenses: readonly Worklog[];
  sum: ReturnType<typeof totalsOfWorklogs>;
  stops: readonly Stop[];
  isToday: boolean;
  isLocked: boolean;
};

export type Week = {
  zone: string;
  sight: HourRange;
  /** All seven days; `shown` are the visible ones. */
  days: readonly WeekDay[];
  shown: readonly WeekDay[];
  worklogs: readonly Worklog[];
};

export type WeekPicture = ReturnType<typeof useWeekPicture>;

export function useWeekPicture(shown: ShownDays, ahead: ReadonlyMap<string, Worklog>) {
  const { timeZone: zone } = useCompany();
  const { data: list, error, isPending, isPlaceholderData, refetch } = useWeek();
  const { data: policies } = usePolicies();
  const [isAll, setAll] = useState(false);
  const worklogs = (list?.worklogs ?? []).map((worklog) => ahead.get(worklog.id) ?? worklog);
  const columns = columnsOf(shown.first, 7, zone);
  const sight = isAll ? allHours(columns) : hoursInSight(columns, worklogs);
  const days = columns.map((column) => dayIn(column, worklogs, { sight, today: shown.today, policies }));
  const last = addDays(shown.start, shown.count - 1);
  const week: Week = {
    zone,
    sight,
    days,
    shown: days.filter(({ column: { day } }) => day >= shown.start && day <= last),
    worklogs,
  };
  return {
    week,
    policies,
    error: list ? null : error,
    isLoading: isPending || isPlaceholderData,
    isEmpty: list !== undefined && days.every(({ pieces, expenses }) => pieces.length + expenses.length === 0),
    isAll,
    hasMoreHours: isAll || allHours(columns).first < sight.first || allHours(columns).last > sight.last,
    toggleHours: () => setAll(!isAll),
    refetch,
  };
}

type DayFacts = { sight: HourRange; today: string; policies: Company | undefined };

function dayIn(column: DayColumn, worklogs: readonly Worklog[], { sight, today, policies }: DayFacts): WeekDay {
  const { day } = column;
  const ofDay = inOrder(worklogs.filter((worklog) => worklog.day === day));
  const pieces = piecesOf(column, worklogs);
  const expenses = ofDay.filter(({ startsAt }) => startsAt === null);
  return {
    column,
    pieces,
    expenses,
    sum: totalsOfWorklogs(ofDay),
    stops: stopsOf(column, pieces, expenses, sight),
    isToday: day === today,
    isLocked: isLocked(day, policies?.lockedUntil ?? null),
  };
}
