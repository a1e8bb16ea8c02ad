// Times and durations as people write them: "9-17:30", "0900 1730", "9–5pm", "9.30-12", "22-6" (over midnight), "8h",
// "1,5 jam", "90m", "1h30". Hours up to twelve that could be morning or afternoon are unclear, not guessed.

import { isWordEnd, type TokenMeaning, type TokenParser, tokenMatch, unclear } from './facts.ts';

type Half = 'am' | 'pm';
/** `isShort`: written in twelve-hour style, as "5" or "5:30" and not "05:30" or "17". */
type ClockTime = {
  length: number;
  hour: number;
  minute: number;
  half: Half | null;
  isShort: boolean;
  isExact: boolean;
};

const clockPattern =
  /^(?:(\d{1,2})[:.](\d{2})|(\d{2})(\d{2})|(\d)(\d{2})|(\d{1,2}))(?!\d)(?:\s?([ap])\.?m\.?(?=$|[\s,;)–—-])|([ap])(?=$|[\s,;)–—-]))?/i;

function parseClock(text: string): ClockTime | null {
  const found = clockPattern.exec(text);
  if (!found) return null;
  const [written, a, b, c, d, e, f, g, long, short] = found;
  const letter = long ?? short;
  const hourText = a ?? c ?? e ?? g ?? '';
  const [hour, minute] = [Number(hourText), Number(b ?? d ?? f ?? 0)];
  const half = letter === undefined ? null : letter.toLowerCase() === 'p' ? 'pm' : 'am';
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  if (half && (hour < 1 || hour > 12)) return null;
  const isShort = half === null && hour >= 1 && hour <= 12 && !hourText.startsWith('0');
  const isExact = half !== null || written.includes(':') || c !== undefined;
  return { length: written.length, hour, minute, half, isShort, isExact };
}

const minutesOf = ({ hour, minute, half }: ClockTime): number =>
  (half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;

const halfDay = 12 * 60;
const wholeDay = 24 * 60;

/** A start before six more likely means the afternoon, so it is unclear. */
const earlyMinutes = 6 * 60;

export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const separator = /^(?:\s?[-–—]\s?|\s(?:to|till|until|sampai|hingga|s\/d|sd)\s|(\s))/i;

export const parseTimeRange: TokenParser = (text) => {
  const from = parseClock(text);
  if (!from) return null;
  const [gap, isSpace] = separator.exec(text.slice(from.length)) ?? [];
  if (gap === undefined) return null;
  const at = from.length + gap.length;
  const to = parseClock(text.slice(at));
  // Without a dash both must be unmistakable times: "0900 1730", "9:00 17:30".
  if (!to || (isSpace !== undefined && !(from.isExact && to.isExact))) return null;
  const end = at + to.length;
  const [nights = ''] = /^ \+1(?!\d)/.exec(text.slice(end)) ?? [];
  if (!isWordEnd(text, end + nights.length) || from.hour === 24) return null;
  return tokenMatch(end + nights.length, nights === '' ? rangeOf(from, to) : overMidnight(from, to));
};

const overMidnight = (from: ClockTime, to: ClockTime): TokenMeaning => times(minutesOf(from), minutesOf(to) + wholeDay);

const times = (start: number, end: number): TokenMeaning => ({
  kind: 'times',
  start: formatClock(start),
  end: formatClock(end),
  nights: Math.floor(end / wholeDay),
});

const unclearTimes = (ranges: readonly (readonly [number, number])[]): TokenMeaning =>
  unclear(
    'times',
    ranges.map(([start, end]) => `${formatClock(start)}-${formatClock(end)}`),
  );

function rangeOf(from: ClockTime, to: ClockTime): TokenMeaning {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (from.half === null && to.half !== null && from.hour <= 12) return times(...beforeHalf(from, to, end));
  if (from.half !== null && to.isShort) return times(start, nextOnClockFace(start, end));
  if (from.isShort && to.isShort) {
    if (start < end && start >= earlyMinutes) return times(start, end);
    if (start < end)
      return unclearTimes([
        [start + halfDay, end + halfDay],
        [start, end],
      ]);
    return unclearTimes([
      [start, end + halfDay],
      [start, end],
    ]);
  }
  return times(start, end < start ? end + wholeDay : end);
}

/** "9–5pm" begins in the morning, "1–5pm" does not, "10–6am" began the evening before. */
function beforeHalf(from: ClockTime, to: ClockTime, end: number): [number, number] {
  const base = (from.hour % 12) * 60 + from.minute;
  const [same, other] = to.half === 'pm' ? [base + halfDay, base] : [base, base + halfDay];
  const start = same < end ? same : other;
  return [start, end <= start ? end + wholeDay : end];
}

/** "10pm-2" ends at two in the night, "1pm-5" at five in the afternoon. */
function nextOnClockFace(start: number, end: number): number {
  const face = end % halfDay;
  return [face, face + halfDay, face + wholeDay].find((one) => one > start) ?? face + wholeDay;
}

const connector = /^(?:@\s?|(?:at|from|since|jam|pukul|dari|mulai)\s)/i;

/** A start: "9am", "9:00", "0900", "at 9", "pukul 9". */
export const parseStartTime: TokenParser = (text) => {
  const [word = ''] = connector.exec(text) ?? [];
  const clock = parseClock(text.slice(word.length));
  if (!clock || clock.hour === 24) return null;
  const length = word.length + clock.length;
  const isHouredDigits = /^0\d{3}/.test(text);
  const isPlain = word === '' && clock.half === null && !isHouredDigits && !/^\d{1,2}:/.test(text);
  if (isPlain || !isWordEnd(text, length)) return null;
  const start = minutesOf(clock);
  if (clock.isShort && start < earlyMinutes)
    return tokenMatch(length, unclear('times', [formatClock(start + halfDay), formatClock(start)]));
  return tokenMatch(length, { kind: 'start', time: formatClock(start) });
};

const hours = '(?:hours|hour|hrs|hr|h|jam|j)';
const minutes = '(?:minutes|minute|mins|min|menit|mnt|m)';
const durations = [
  new RegExp(String.raw`^(?<h>\d{1,3}):(?<m>[0-5]\d)\s?${hours}`, 'i'),
  new RegExp(String.raw`^(?<h>\d{1,3})\s?${hours}(?:(?<m>[0-5]\d)${minutes}?|\s?(?<m2>\d{1,3})\s?${minutes})`, 'i'),
  new RegExp(String.raw`^(?<h>\d{1,3})(?:[.,](?<f>\d{1,2}))?\s?${hours}`, 'i'),
  new RegExp(String.raw`^(?<m>\d{1,4})\s?${minutes}`, 'i'),
];

export const parseQuickDuration: TokenParser = (text) => {
  for (const pattern of durations) {
    const found = pattern.exec(text);
    if (!found || !isWordEnd(text, found[0].length)) continue;
    const { h = '0', f = '0', m, m2 } = found.groups ?? {};
    const total = Math.round((Number(h) + Number(`0.${f}`)) * 60) + Number(m ?? m2 ?? 0);
    if (total > 0) return tokenMatch(found[0].length, { kind: 'duration', minutes: total });
  }
  return null;
};
