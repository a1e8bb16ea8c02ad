import type { Day } from '#domain/calendar.ts';
import { formatDay } from '../../ui/format.ts';

/** "Mon" and "16" of "Mon 16 Nov". */
export function weekdayAndDate(day: Day): { weekday: string; date: string } {
  const [weekday = '', date = ''] = formatDay(day).split(' ');
  return { weekday, date };
}
