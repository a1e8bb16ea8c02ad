// What the calendars say to those who cannot see them.

import { m } from '#locales/messages.js';

/** The month itself is its own label. */
export const calendarLabels = () => ({
  previousMonth: m.ui_previous_month(),
  nextMonth: m.ui_next_month(),
  previousYear: m.ui_previous_year(),
  nextYear: m.ui_next_year(),
  previousDecade: m.ui_previous_decade(),
  nextDecade: m.ui_next_decade(),
});
