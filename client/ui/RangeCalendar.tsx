import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/id';
import { useState } from 'react';
import type { DayRange } from '#domain/report-ranges.ts';
import { getLocale } from '#locales/runtime.js';
import { calendarLabels } from './calendar-labels.ts';
import { calendarWeekday } from './weekday.ts';

type Props = { value: DayRange; weekStartsOn: number; onChoose: (range: DayRange) => void };

/** A calendar that selects a range by two clicks; in its own chunk. */
export function RangeCalendar({ value, weekStartsOn, onChoose }: Props) {
  const [range, setRange] = useState<[string | null, string | null]>([value.from, value.to]);
  return (
    // No red weekends: red is the colour of rejected worklogs.
    <DatesProvider settings={{ locale: getLocale(), firstDayOfWeek: calendarWeekday(weekStartsOn), weekendDays: [] }}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        hideOutsideDates
        value={range}
        defaultDate={value.to}
        onChange={(next) => {
          setRange(next);
          const [from, to] = next;
          if (from && to) onChoose({ from, to });
        }}
        ariaLabels={calendarLabels()}
      />
    </DatesProvider>
  );
}
