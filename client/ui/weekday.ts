const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** ISO 1 (Monday) … 7 (Sunday) as 0 (Sunday) … 6 (Saturday), which the calendars of Mantine use. */
export const calendarWeekday = (iso: number) => weekdays[iso % 7] ?? 1;
