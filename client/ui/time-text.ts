// Parses a typed time of day: "9", "930", "9.30", "09:30", "5 pm" → "09:30".

const pattern = /^(\d{1,2})(?:[:.,h]?(\d{2}))?\s*(am|pm|a|p)?$/;

/** "09:30", or null when it is not a time. */
export function parseTime(typed: string): string | null {
  const [, hourText = '', minuteText = '00', half = ''] = pattern.exec(typed.trim().toLowerCase()) ?? [];
  if (hourText === '') return null;
  const hour = half === '' ? Number(hourText) : fromHalf(Number(hourText), half.startsWith('p'));
  if (hour > 23 || Number(minuteText) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minuteText}`;
}

/** 12 am is midnight and 12 pm is noon. */
const fromHalf = (hour: number, isAfternoon: boolean): number =>
  hour < 1 || hour > 12 ? 99 : (hour % 12) + (isAfternoon ? 12 : 0);

const minutesOfDay = 24 * 60;

/** The next multiple of the step in that direction, cyclic: 09:20 by 15 is 09:30, by -15 is 09:15. */
export function stepTime(typed: string, minutes: number): string | null {
  const time = parseTime(typed);
  if (!time) return null;
  const now = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const size = Math.abs(minutes);
  const marks = minutes > 0 ? Math.floor(now / size) + 1 : Math.ceil(now / size) - 1;
  const next = (marks * size + minutesOfDay) % minutesOfDay;
  return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`;
}
