import { m } from '#locales/messages.js';
import { zoneOfDays } from './format.ts';

/** Next to totals by day or week: the company's time zone, where it differs from the user's. */
export function DaysNote() {
  const zone = zoneOfDays();
  return zone && <span className="dimmed small">{m.ui_days_of_zone({ zone })}</span>;
}
