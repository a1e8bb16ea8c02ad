// Accessible labels of the calendars.

import { m } from '#locales/messages.js';

/** Without a label for the month, whose text is its label. */
export const calendarLabels = () => ({
  previousMonth: m.ui_previous_month(),
  nextMonth: m.ui_next_month(),
  previousYear: m.ui_previous_year(),
  nextYear: m.ui_next_year(),
  previousDecade: m.ui_previous_decade(),
  nextDecade: m.ui_next_decade(),
});
