import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type PeriodPreset, periodPresets } from '#domain/period-presets.ts';
import { type DayRange, shiftRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { formatDayRange } from '../ui/format.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PeriodPicker, type PeriodPickerProps } from '../ui/PeriodPicker.tsx';
import classes from './filters.module.css';

type Props = PeriodPickerProps & {
  /** The error of the server about the range. */
  error: string | undefined;
};

const labels: Record<PeriodPreset, () => string> = {
  'this-week': m.ui_this_week,
  'last-week': m.reports_last_week,
  'this-month': m.ui_this_month,
  'last-month': m.ui_last_month,
  'this-quarter': m.reports_this_quarter,
  'last-quarter': m.reports_last_quarter,
  'this-year': m.reports_this_year,
  'last-year': m.reports_last_year,
};

/** A period preset or any days, with buttons for the previous and next period. */
export function PeriodFilter({ error, ...props }: Props) {
  const { value, onChange } = props;
  return (
    <div>
      <div className={classes.period}>
        <Step to={shiftRange(value, -1)} label={m.reports_step_before} onChange={onChange} icon={ChevronLeft} />
        <PeriodPicker
          {...props}
          periods={periodPresets.map((period) => ({ period, label: labels[period]() }))}
          nameClass="visually-hidden-on-phones"
        />
        <Step to={shiftRange(value, 1)} label={m.reports_step_after} onChange={onChange} icon={ChevronRight} />
      </div>
      {error && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type StepProps = {
  to: DayRange;
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
