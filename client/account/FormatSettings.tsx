import { clocks, type DateFormat, dateFormats } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { useSettings } from '../settings/settings.ts';
import { changeSettings } from '../settings/settings-save.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';

const clockLabels = {
  language: m.settings_clock_language,
  24: m.settings_clock_24,
  12: m.settings_clock_12,
};

const dateLabels: Record<DateFormat, () => string> = {
  language: m.settings_dates_language,
  'month-first': m.settings_dates_month_first,
  iso: m.settings_dates_iso,
};

/** How times and dates are written and read on all screens; mails and files keep the format of their language. */
export function FormatSettings() {
  const { clock, dateFormat } = useSettings();
  return (
    <>
      <RadioGroup
        label={m.settings_clock()}
        options={clocks.map((value) => ({ value, label: clockLabels[value]() }))}
        value={clock}
        onChange={(value) => changeSettings({ clock: value })}
      />
      <RadioGroup
        label={m.settings_dates()}
        options={dateFormats.map((value) => ({ value, label: dateLabels[value]() }))}
        value={dateFormat}
        onChange={(value) => changeSettings({ dateFormat: value })}
      />
    </>
  );
}
