import { m } from '#locales/messages.js';
import { zoneOfDays } from './format.ts';

/** Beside figures of days and weeks: whose days they are, where the reader lives by other clocks. */
export function DaysNote() {
  const zone = zoneOfDays();
  return zone && <span className="dimmed small">{m.ui_days_of_zone({ zone })}</span>;
}
