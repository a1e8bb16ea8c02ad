import CalendarDays from 'lucide-react/icons/calendar-days';
import { Suspense, useState } from 'react';
import { matchingPreset, type PeriodPreset, presetRange } from '#domain/period-presets.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { Button } from './Button.tsx';
import { FilterPopup } from './FilterPopup.tsx';
import { formatDayRange } from './format.ts';
import { lazyPart } from './lazy.tsx';
import { SkeletonRows } from './states.tsx';
import classes from './ui.module.css';

const RangeCalendar = lazyPart(() => import('./RangeCalendar.tsx').then((file) => file.RangeCalendar));

type Days = {
  /** Company days, both inclusive. */
  value: DayRange;
  /** Today in the time zone of the company. */
  today: string;
  /** The company's first day of the week, 1 (Monday) to 7. */
  weekStartsOn: number;
};

export type PeriodPickerProps = Days & { onChange: (range: DayRange) => void };

type Periods = readonly { period: PeriodPreset; label: string }[];

type Props = PeriodPickerProps & {
  periods: Periods;
  /** Of `FilterPopup`. */
  nameClass?: 'visually-hidden' | 'visually-hidden-on-phones' | undefined;
};

/** One of a few periods, or a custom range from a calendar. */
export function PeriodPicker({ periods, onChange, nameClass, ...days }: Props) {
  const { value, today, weekStartsOn } = days;
  const currentPeriod = matchingPreset(value, today, weekStartsOn);
  const current = periods.find(({ period }) => period === currentPeriod);
  return (
    <FilterPopup
      label={m.ui_date_range()}
      name={current?.label ?? m.ui_custom()}
      chosen={<span className="numeric">{formatDayRange(value.from, value.to)}</span>}
      icon={<CalendarDays size={16} aria-hidden />}
      popup={{ width: 320 }}
      nameClass={nameClass}
    >
      {(close) => (
        <PeriodChoices
          {...days}
          periods={periods}
          current={current?.period ?? null}
          onChoose={(range) => {
            onChange(range);
            close();
          }}
        />
      )}
    </FilterPopup>
  );
}

type PeriodChoicesProps = Days & {
  periods: Periods;
  current: PeriodPreset | null;
  onChoose: (range: DayRange) => void;
};

function PeriodChoices({ value, today, weekStartsOn, periods, current, onChoose }: PeriodChoicesProps) {
  const [isCustom, setCustom] = useState(current === null);
  return (
    <>
      <div className={classes.periods}>
        {periods.map(({ period, label }) => (
          <Button
            key={period}
            variant={current === period && !isCustom ? 'light' : 'subtle'}
            aria-pressed={current === period && !isCustom}
            onClick={() => onChoose(presetRange(period, today, weekStartsOn))}
          >
            {label}
          </Button>
        ))}
        <Button variant={isCustom ? 'light' : 'subtle'} aria-pressed={isCustom} onClick={() => setCustom(true)}>
          {m.ui_custom()}
        </Button>
      </div>
      {isCustom && (
        <Suspense fallback={<SkeletonRows rows={6} height={36} />}>
          <RangeCalendar value={value} weekStartsOn={weekStartsOn} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
}
