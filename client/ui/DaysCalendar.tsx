import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/id';
import type { Day } from '#domain/calendar.ts';
import { getLocale } from '#locales/runtime.js';
import { calendarLabels } from './calendar-labels.ts';
import { calendarWeekday } from './weekday.ts';

type Props = {
  value: readonly Day[];
  weekStartsOn: number;
  /** The month shown first. */
  near: Day;
  isSelectable: (day: Day) => boolean;
  onChange: (days: Day[]) => void;
};

/** A calendar that selects several days. No red weekends: red is the colour of rejected worklogs. */
export const DaysCalendar = ({ value, weekStartsOn, near, isSelectable, onChange }: Props) => (
  <DatesProvider settings={{ locale: getLocale(), firstDayOfWeek: calendarWeekday(weekStartsOn), weekendDays: [] }}>
    <DatePicker
      type="multiple"
      value={[...value]}
      defaultDate={near}
      hideOutsideDates
      excludeDate={(day) => !isSelectable(day)}
      onChange={(days) => onChange([...days].sort())}
      ariaLabels={calendarLabels()}
    />
  </DatesProvider>
);
