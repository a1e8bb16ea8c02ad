// The view model of the week: its days with blocks, worklogs without times, totals and stops, from the loaded worklogs and optimistic
// changes.

import { useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays, type Day } from '#domain/calendar.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { isLocked } from '#domain/worklogs.ts';
import { useCompany } from '../../auth.ts';
import { usePolicies } from '../loader.ts';
import { sortWorklogs } from '../worklog-list.ts';
import { type DaySpan, weekDaySpans } from './days.ts';
import { type Stop, stopsOf } from './keyboard-stops.ts';
import { allHours, type HourRange, type PlacedBlock, placeBlocks, visibleHours } from './layout.ts';
import type { VisibleDays } from './use-visible-days.ts';
import { useWeekWorklogs } from './week-worklogs.ts';

export type WeekDay = {
  column: DaySpan;
  blocks: readonly PlacedBlock<Worklog>[];
  /** Expenses, and worklogs of a day and a duration. */
  untimed: readonly Worklog[];
  sum: ReturnType<typeof totalsOfWorklogs>;
  stops: readonly Stop[];
  isToday: boolean;
  isLocked: boolean;
};

export type Week = {
  zone: string;
  visible: HourRange;
  /** All seven days; `shown` are the visible ones. */
  days: readonly WeekDay[];
  shown: readonly WeekDay[];
  worklogs: readonly Worklog[];
};

type OutlinedDay = { column: { day: Day }; sum: { minutes: number }; isToday: boolean };

/** What the navigation above the days needs of a week. */
export type WeekOutline = {
  days: readonly OutlinedDay[];
  shown: readonly OutlinedDay[];
  worklogs: readonly Worklog[];
};

export type WeekModel = ReturnType<typeof useWeekModel>;

export function useWeekModel(shown: VisibleDays, optimistic: ReadonlyMap<string, Worklog>) {
  const { timeZone: zone } = useCompany();
  const { data: list, error, isPending, isPlaceholderData, refetch } = useWeekWorklogs();
  const { data: policies } = usePolicies();
  const [isAll, setAll] = useState(false);
  const worklogs = (list?.worklogs ?? []).map((worklog) => optimistic.get(worklog.id) ?? worklog);
  const columns = weekDaySpans(shown.first, 7, zone);
  const visible = isAll ? allHours(columns) : visibleHours(columns, worklogs);
  const days = columns.map((column) => weekDay(column, worklogs, { visible, today: shown.today, policies }));
  const last = addDays(shown.start, shown.count - 1);
  const week: Week = {
    zone,
    visible,
    days,
    shown: days.filter(({ column: { day } }) => day >= shown.start && day <= last),
    worklogs,
  };
  return {
    week,
    policies,
    error: list ? null : error,
    isLoading: isPending || isPlaceholderData,
    isEmpty: list !== undefined && days.every(({ blocks, untimed }) => blocks.length + untimed.length === 0),
    isAll,
    hasMoreHours: isAll || allHours(columns).first < visible.first || allHours(columns).last > visible.last,
    toggleHours: () => setAll(!isAll),
    refetch,
  };
}

type DayFacts = { visible: HourRange; today: string; policies: Company | undefined };

function weekDay(column: DaySpan, worklogs: readonly Worklog[], { visible, today, policies }: DayFacts): WeekDay {
  const { day } = column;
  const ofDay = sortWorklogs(worklogs.filter((worklog) => worklog.day === day));
  const blocks = placeBlocks(column, worklogs);
  const untimed = ofDay.filter(({ startsAt }) => startsAt === null);
  return {
    column,
    blocks,
    untimed,
    sum: totalsOfWorklogs(ofDay),
    stops: stopsOf(column, blocks, untimed, visible),
    isToday: day === today,
    isLocked: isLocked(day, policies?.lockedUntil ?? null),
  };
}
