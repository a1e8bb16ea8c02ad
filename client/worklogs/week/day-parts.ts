import type { Day } from '#domain/calendar.ts';
import { formatDayPart } from '../../ui/format.ts';

/** "Mon" and "16", in whatever order dates are written. */
export const weekdayAndDate = (day: Day): { weekday: string; date: string } => ({
  weekday: formatDayPart(day, { weekday: 'short' }),
  date: formatDayPart(day, { day: 'numeric' }),
});
