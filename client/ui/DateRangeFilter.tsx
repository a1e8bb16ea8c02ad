import { m } from '#locales/messages.js';
import { PeriodPicker, type PeriodPickerProps } from './PeriodPicker.tsx';

/** The date range of a list: this week, this month, last month, or a custom range. */
export const DateRangeFilter = (props: PeriodPickerProps & { nameClass?: 'visually-hidden' | undefined }) => (
  <div>
    <PeriodPicker
      {...props}
      periods={[
        { period: 'this-week', label: m.ui_this_week() },
        { period: 'this-month', label: m.ui_this_month() },
        { period: 'last-month', label: m.ui_last_month() },
      ]}
    />
  </div>
);
