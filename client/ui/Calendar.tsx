import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { addMonths, type Day } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import classes from './calendar.module.css';
import { dayAfterKey, weeksOfMonth } from './calendar-grid.ts';
import { formatLongDate, formatMonth, formatMonthName, formatWeekday } from './format.ts';
import { IconButton } from './IconButton.tsx';
import { Select } from './Select.tsx';

type Props = {
  /** The month shown first, and the day that Tab reaches. */
  near: Day;
  /** 1 (Monday) to 7. */
  weekStartsOn: number;
  isSelected: (day: Day) => boolean;
  /** Between the first and the last selected day. */
  isInRange?: (day: Day) => boolean;
  isSelectable?: (day: Day) => boolean;
  onChoose: (day: Day) => void;
  /** The pointer is over the day, or has left it. */
  onPoint?: (day: Day | null) => void;
};

/** A month of days. Arrows, Home, End and Page keys move between them, Enter and Space choose. */
export function Calendar({ near, weekStartsOn, isSelected, isInRange, isSelectable, onChoose, onPoint }: Props) {
  const titleId = useId();
  const [current, setCurrent] = useState(near);
  const weeks = weeksOfMonth(current, weekStartsOn);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayAfterKey(current, event, weekStartsOn);
    if (next === null) return;
    event.preventDefault();
    // The day may be of another month, which is shown now.
    flushSync(() => setCurrent(next));
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div className={classes.calendar}>
      <CalendarHead titleId={titleId} month={current} onMonth={setCurrent} />
      <table aria-labelledby={titleId} className={classes.days} onKeyDown={press}>
        <thead>
          <tr>
            {weekdays(weekStartsOn).map((day) => (
              <th key={day} scope="col">
                {formatWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, isOfMonth }) => (
                <td key={day} data-in-range={isOfMonth && isInRange?.(day)}>
                  {isOfMonth && (
                    <DayButton
                      day={day}
                      isCurrent={day === current}
                      isSelected={isSelected(day)}
                      isDisabled={isSelectable?.(day) === false}
                      onChoose={() => {
                        setCurrent(day);
                        onChoose(day);
                      }}
                      onPoint={onPoint}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = { titleId: string; month: Day; onMonth: (day: Day) => void };

/** The month, changed by a step or chosen from the lists. */
function CalendarHead({ titleId, month, onMonth }: HeadProps) {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return (
    <div className={classes.head}>
      <IconButton aria-label={m.ui_previous_month()} onClick={() => onMonth(addMonths(month, -1))}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <p id={titleId} className="visually-hidden" aria-live="polite">
        {formatMonth(month)}
      </p>
      <Select
        aria-label={m.ui_month()}
        size="small"
        options={monthOptions()}
        value={number}
        onChange={({ currentTarget }) => onMonth(addMonths(month, Number(currentTarget.value) - number))}
      />
      <Select
        aria-label={m.ui_year()}
        size="small"
        options={yearOptions(year)}
        value={year}
        onChange={({ currentTarget }) => onMonth(addMonths(month, 12 * (Number(currentTarget.value) - year)))}
      />
      <IconButton aria-label={m.ui_next_month()} onClick={() => onMonth(addMonths(month, 1))}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

const monthOptions = () =>
  Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: formatMonthName(`2000-${String(index + 1).padStart(2, '0')}-01`),
  }));

const yearsAround = 10;

const yearOptions = (year: number) =>
  Array.from({ length: 2 * yearsAround + 1 }, (_, index) => String(year - yearsAround + index)).map((value) => ({
    value,
    label: value,
  }));

type DayProps = {
  onPoint: ((day: Day | null) => void) | undefined;
  day: Day;
  isCurrent: boolean;
  isSelected: boolean;
  isDisabled: boolean;
  onChoose: () => void;
};

/** A disabled day keeps the focus, so that the arrow keys pass over it. */
const DayButton = ({ day, isCurrent, isSelected, isDisabled, onChoose, onPoint }: DayProps) => (
  <button
    type="button"
    className={classes.day}
    data-day={day}
    tabIndex={isCurrent ? 0 : -1}
    aria-label={formatLongDate(day)}
    aria-pressed={isSelected}
    aria-disabled={isDisabled}
    onClick={() => !isDisabled && onChoose()}
    onPointerEnter={() => onPoint?.(day)}
    onPointerLeave={() => onPoint?.(null)}
  >
    {Number(day.slice(8))}
  </button>
);

/** ISO weekdays in the order of the columns. */
const weekdays = (first: number): number[] => [0, 1, 2, 3, 4, 5, 6].map((offset) => ((first - 1 + offset) % 7) + 1);
