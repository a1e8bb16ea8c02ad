import CalendarDays from 'lucide-react/icons/calendar-days';
import { Suspense, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import { type DateRange, dateRangeOf, type Preset, presetOf, presets } from './date-range.ts';
import { formatDayRange } from './format.ts';
import { inKit, lazyPart } from './lazy.tsx';
import { Popup } from './Popup.tsx';
import { SkeletonRows } from './states.tsx';
import classes from './ui.module.css';

const RangeCalendar = lazyPart(inKit(() => import('./RangeCalendar.tsx').then((file) => file.RangeCalendar)));

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
  const current = presetOf(value, today, weekStartsOn);
  const [isCustom, setCustom] = useState(current === null);
  return (
    <div className={classes.filter}>
      <Popup
        label={m.ui_date_range()}
        className={classes.options}
        width={300}
        button={(trigger) => (
          <Button
            {...trigger}
            variant="default"
            className={classes.filterButton ?? ''}
            leftSection={<CalendarDays size={16} aria-hidden />}
          >
            <span className={classes.filterLabel}>{current ? presetLabels[current]() : m.ui_custom()}:</span>{' '}
            <span className="numeric">{formatDayRange(value.from, value.to)}</span>
          </Button>
        )}
      >
        {(close) => {
          const choose = (range: DateRange) => {
            onChange(range);
            close();
          };
          return (
            <>
              <div className={classes.presets}>
                {presets.map((preset) => (
                  <Button
                    key={preset}
                    variant={current === preset && !isCustom ? 'light' : 'subtle'}
                    aria-pressed={current === preset && !isCustom}
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
            </>
          );
        }}
      </Popup>
      {error && <p className={classes.filterError}>{error}</p>}
    </div>
  );
}
