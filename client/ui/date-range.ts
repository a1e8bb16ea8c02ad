// The presets of the date range filter as days of the company.

import { addDays, type Day, monthEnd, monthStart, weekStart } from '#domain/calendar.ts';

export type DateRange = { from: Day; to: Day };

export const presets = ['this-week', 'this-month', 'last-month'] as const;
export type Preset = (typeof presets)[number];

export function dateRangeOf(preset: Preset, today: Day, weekStartsOn: number): DateRange {
  switch (preset) {
    case 'this-week': {
      const from = weekStart(today, weekStartsOn);
      return { from, to: addDays(from, 6) };
    }
    case 'this-month':
      return { from: monthStart(today), to: monthEnd(today) };
    case 'last-month': {
      const day = addDays(monthStart(today), -1);
      return { from: monthStart(day), to: day };
    }
  }
}

/** Null: a custom range. */
export const presetOf = (range: DateRange, today: Day, weekStartsOn: number): Preset | null =>
  presets.find((preset) => {
    const { from, to } = dateRangeOf(preset, today, weekStartsOn);
    return from === range.from && to === range.to;
  }) ?? null;
