import { Button, Popover } from '@mantine/core';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { lazy, Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import { type DateRange, dateRangeOf, type Preset, presetOf, presets } from './date-range.ts';
import { formatDayRange } from './format.ts';
import { SkeletonRows } from './states.tsx';
import classes from './ui.module.css';

const RangeCalendar = lazy(() => import('./RangeCalendar.tsx').then((file) => ({ default: file.RangeCalendar })));

export type DateRangeFilterProps = {
  /** Company days, both included. */
  value: DateRange;
  onChange: (range: DateRange) => void;
  /** Today in the company's zone. */
  today: string;
  /** The company's first day of the week, 1 (Monday) to 7. */
  weekStartsOn: number;
  error?: string | undefined;
};

const presetLabels: Record<Preset, () => string> = {
  'this-week': m.ui_this_week,
  'this-month': m.ui_this_month,
  'last-month': m.ui_last_month,
};

/** This week, this month, last month, or any days from a calendar. */
export function DateRangeFilter({ value, onChange, today, weekStartsOn, error }: DateRangeFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const current = presetOf(value, today, weekStartsOn);
  const [isCustom, setCustom] = useState(current === null);
  const choose = (range: DateRange) => {
    onChange(range);
    setOpen(false);
  };
  return (
    <div className={classes.filter}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            className={classes.filterButton ?? ''}
            leftSection={<CalendarDays size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes.filterLabel}>{current ? presetLabels[current]() : m.ui_custom()}:</span>{' '}
            <span className="numeric">{formatDayRange(value.from, value.to)}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.ui_date_range()} className={classes.options ?? ''}>
          <div className={classes.presets}>
            {presets.map((preset) => (
              <Button
                key={preset}
                variant={current === preset && !isCustom ? 'light' : 'subtle'}
                aria-pressed={current === preset && !isCustom}
                justify="start"
                onClick={() => {
                  setCustom(false);
                  choose(dateRangeOf(preset, today, weekStartsOn));
                }}
              >
                {presetLabels[preset]()}
              </Button>
            ))}
            <Button
              variant={current === null || isCustom ? 'light' : 'subtle'}
              aria-pressed={current === null || isCustom}
              justify="start"
              onClick={() => setCustom(true)}
            >
              {m.ui_custom()}
            </Button>
          </div>
          {(isCustom || current === null) && (
            <Suspense fallback={<SkeletonRows rows={6} height={36} />}>
              <RangeCalendar value={value} weekStartsOn={weekStartsOn} onChoose={choose} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      {error && <p className={classes.filterError}>{error}</p>}
    </div>
  );
}
