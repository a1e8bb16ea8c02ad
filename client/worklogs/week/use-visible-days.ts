// The visible days of the week, depending on the width of the window, and navigation. The URL names a day: its week is
// shown, or on narrow screens the days from that one.

import { addDays, type Day, daysBetween } from '#domain/calendar.ts';
import { useCompany } from '../../auth.ts';
import { useFilters } from '../../filters.ts';
import { useIsNarrow, useIsPhone } from '../../ui/width.ts';
import { useWorklogListFilter } from '../loader.ts';
import { worklogParameters } from '../search.ts';
import { useToday } from '../today.ts';

const weekLength = 7;

export type VisibleDays = ReturnType<typeof useVisibleDays>;

export function useVisibleDays() {
  const today = useToday(useCompany().timeZone);
  const { from: first } = useWorklogListFilter();
  const [{ from }, change] = useFilters(worklogParameters);
  const [isPhone, isNarrow] = [useIsPhone(), useIsNarrow()];
  const count = isPhone ? 1 : isNarrow ? 3 : weekLength;
  const start = firstShown(first, from ?? today, count);
  return {
    today,
    /** The first day of the week. */
    first,
    /** The first visible day. */
    start,
    count,
    isWhole: count === weekLength,
    goTo: (day: Day) => change({ from: day }),
    goToday: () => change({ from: null }),
    /** Moves by the number of visible days. */
    step: (direction: 1 | -1) => change({ from: addDays(start, direction * count) }),
    stepWeek: (direction: 1 | -1) =>
      change({ from: addDays(count === weekLength ? first : start, direction * weekLength) }),
  };
}

/** Keeps the visible days within the week, because the totals above them are those of the week. */
const firstShown = (week: Day, named: Day, count: number): Day =>
  addDays(week, Math.max(0, Math.min(daysBetween(week, named), weekLength - count)));
