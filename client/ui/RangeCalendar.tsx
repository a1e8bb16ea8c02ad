import { useState } from 'react';
import type { Day } from '#domain/calendar.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { Calendar } from './Calendar.tsx';

type Props = { value: DayRange; weekStartsOn: number; onChoose: (range: DayRange) => void };

/** A calendar that selects a range by two clicks, in any order. */
export function RangeCalendar({ value, weekStartsOn, onChoose }: Props) {
  const [first, setFirst] = useState<Day | null>(null);
  const [pointed, setPointed] = useState<Day | null>(null);
  const shown = first === null ? value : rangeOf(first, pointed ?? first);
  return (
    <Calendar
      near={value.to}
      weekStartsOn={weekStartsOn}
      isSelected={(day) => day === shown.from || day === shown.to}
      isInRange={(day) => day >= shown.from && day <= shown.to}
      onChoose={(day) => {
        setFirst(first === null ? day : null);
        if (first !== null) onChoose(rangeOf(first, day));
      }}
      onPoint={setPointed}
    />
  );
}

const rangeOf = (one: Day, other: Day): DayRange =>
  one <= other ? { from: one, to: other } : { from: other, to: one };
