import type { Day } from '#domain/calendar.ts';
import { Calendar } from './Calendar.tsx';

type Props = {
  value: readonly Day[];
  weekStartsOn: number;
  /** The month shown first. */
  near: Day;
  isSelectable: (day: Day) => boolean;
  onChange: (days: Day[]) => void;
};

/** A calendar that selects several days. */
export const DaysCalendar = ({ value, onChange, ...calendar }: Props) => (
  <Calendar
    {...calendar}
    isSelected={(day) => value.includes(day)}
    onChoose={(day) => onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort())}
  />
);
