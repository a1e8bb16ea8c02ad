import { useState } from 'react';
import { addDays, type Day, weekStart } from '#domain/calendar.ts';
import { Calendar } from './Calendar.tsx';

type Props = { value: Day; weekStartsOn: number; onChoose: (day: Day) => void };

/** Choosing any day chooses its week. */
export function WeekCalendar({ value, weekStartsOn, onChoose }: Props) {
  const [pointed, setPointed] = useState<Day | null>(null);
  const first = weekStart(pointed ?? value, weekStartsOn);
  const last = addDays(first, 6);
  return (
    <Calendar
      near={value}
      weekStartsOn={weekStartsOn}
      isSelected={(day) => day === first || day === last}
      isInRange={(day) => day >= first && day <= last}
      onChoose={onChoose}
      onPoint={setPointed}
    />
  );
}
