import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Suspense, useState } from 'react';
import { stepped } from '#domain/report-ranges.ts';
import { periodOf, type UsualPeriod, usualPeriodOf, usualPeriods } from '#domain/usual-periods.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import type { DateRange } from '../ui/date-range.ts';
import { formatDayRange } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { inKit, lazyPart } from '../ui/lazy.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import classes from './filters.module.css';

const RangeCalendar = lazyPart(inKit(() => import('../ui/RangeCalendar.tsx').then((file) => file.RangeCalendar)));

type Props = {
  /** Company days, both included. */
  value: DateRange;
  onChange: (range: DateRange) => void;
  today: string;
  weekStartsOn: number;
  /** Why the server refuses it. */
  error: string | undefined;
};

const labels: Record<UsualPeriod, () => string> = {
  'this-week': m.ui_this_week,
  'last-week': m.reports_last_week,
  'this-month': m.ui_this_month,
  'last-month': m.ui_last_month,
  'this-quarter': m.reports_this_quarter,
  'last-quarter': m.reports_last_quarter,
  'this-year': m.reports_this_year,
  'last-year': m.reports_last_year,
};

/** A usual period or any days, with a step to the period before and after. */
export function PeriodFilter({ error, ...props }: Props) {
  const { value, onChange } = props;
  return (
    <div className={ui.filter}>
      <div className={classes.period}>
        <Step to={stepped(value, -1)} label={m.reports_step_before} onChange={onChange} icon={ChevronLeft} />
        <PeriodPicker {...props} />
        <Step to={stepped(value, 1)} label={m.reports_step_after} onChange={onChange} icon={ChevronRight} />
      </div>
      {error && (
        <p className={ui.filterError} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type StepProps = {
  to: DateRange;
  label: (inputs: { range: string }) => string;
  onChange: Props['onChange'];
  icon: typeof ChevronLeft;
};

const Step = ({ to, label, onChange, icon: Icon }: StepProps) => (
  <IconButton
    variant="default"
    className={classes.step ?? ''}
    aria-label={label({ range: formatDayRange(to.from, to.to) })}
    onClick={() => onChange(to)}
  >
    <Icon size={18} aria-hidden />
  </IconButton>
);

function PeriodPicker({ value, onChange, today, weekStartsOn }: Omit<Props, 'error'>) {
  const current = usualPeriodOf(value, today, weekStartsOn);
  return (
    <Popup
      label={m.ui_date_range()}
      className={ui.options}
      width={320}
      button={(trigger) => (
        <Button
          {...trigger}
          variant="default"
          className={ui.filterButton ?? ''}
          leftSection={<CalendarDays size={16} aria-hidden />}
        >
          <span className={ui.filterLabel}>{current ? labels[current]() : m.ui_custom()}:</span>{' '}
          <span className="numeric">{formatDayRange(value.from, value.to)}</span>
        </Button>
      )}
    >
      {(close) => (
        <Periods
          {...{ value, today, weekStartsOn, current }}
          onChoose={(range) => {
            onChange(range);
            close();
          }}
        />
      )}
    </Popup>
  );
}

type PeriodsProps = Omit<Props, 'error' | 'onChange'> & {
  current: UsualPeriod | null;
  onChoose: (range: DateRange) => void;
};

function Periods({ value, today, weekStartsOn, current, onChoose }: PeriodsProps) {
  const [isCustom, setCustom] = useState(current === null);
  return (
    <>
      <div className={classes.periods}>
        {usualPeriods.map((period) => (
          <Button
            key={period}
            variant={current === period && !isCustom ? 'light' : 'subtle'}
            aria-pressed={current === period && !isCustom}
            onClick={() => onChoose(periodOf(period, today, weekStartsOn))}
          >
            {labels[period]()}
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
