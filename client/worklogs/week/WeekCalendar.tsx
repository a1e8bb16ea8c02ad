import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/id';
import { useState } from 'react';
import { addDays, type Day, weekStart } from '#domain/calendar.ts';
import { getLocale } from '#locales/runtime.js';
import { calendarLabels } from '../../ui/calendar-labels.ts';
import { calendarWeekday } from '../../ui/weekday.ts';

type Props = { value: Day; weekStartsOn: number; onChoose: (day: Day) => void };

/** Choosing any day chooses its week. Loaded as a separate chunk. */
export function WeekCalendar({ value, weekStartsOn, onChoose }: Props) {
  const [pointed, setPointed] = useState<Day | null>(null);
  const first = weekStart(value, weekStartsOn);
  const isWithin = (day: Day, start: Day) => day >= start && day <= addDays(start, 6);
  const hovered = pointed && weekStart(pointed, weekStartsOn);
  return (
    <DatesProvider settings={{ locale: getLocale(), firstDayOfWeek: calendarWeekday(weekStartsOn), weekendDays: [] }}>
      <DatePicker
        value={null}
        defaultDate={value}
        onChange={(day) => day && onChoose(day)}
        withCellSpacing={false}
        getDayProps={(day) => ({
          onMouseEnter: () => setPointed(day),
          onMouseLeave: () => setPointed(null),
          inRange: isWithin(day, hovered ?? first),
          firstInRange: day === (hovered ?? first),
          lastInRange: day === addDays(hovered ?? first, 6),
        })}
        ariaLabels={calendarLabels()}
      />
    </DatesProvider>
  );
}
