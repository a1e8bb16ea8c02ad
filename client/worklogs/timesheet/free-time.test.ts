import { describe, expect, test } from 'vitest';
import { wallTimeOf } from '#domain/calendar.ts';
import { placeInFreeTime, usualStartOf } from './free-time.ts';

const zone = 'Asia/Jakarta';
const at = (time: string, day = '2026-03-02') => new Date(`${day}T${time}+07:00`);
const taken = (...spans: string[]) =>
  spans.map((span) => {
    const [from = '', to = ''] = span.split('-');
    return { startsAt: at(from), endsAt: at(to) };
  });
function place(hours: number, spans: string[] = [], more = {}): string | null {
  const request = {
    day: '2026-03-02',
    minutes: hours * 60,
    usualStart: '08:00',
    taken: taken(...spans),
    zone,
    ...more,
  };
  const found = placeInFreeTime(request);
  const clock = (instant: Date) => wallTimeOf(instant, request.zone).slice(5);
  return found && `${clock(found.startsAt)} ${clock(found.endsAt)}`;
}

describe('hours without times are placed', () => {
  test('at the usual start, or after what is logged there', () => {
    expect(place(8)).toBe('03-02T08:00 03-02T16:00');
    expect(place(4, ['07:00-09:30'])).toBe('03-02T09:30 03-02T13:30');
  });

  test('into the first free time that is long enough', () => {
    expect(place(4, ['10:00-12:00', '13:00-14:00'])).toBe('03-02T14:00 03-02T18:00');
    expect(place(2, ['10:00-12:00', '13:00-14:00'])).toBe('03-02T08:00 03-02T10:00');
  });

  test('before the usual start if they would pass midnight, as late as possible', () => {
    expect(place(17)).toBe('03-02T07:00 03-03T00:00');
    expect(place(6, ['08:00-20:00'])).toBe('03-02T02:00 03-02T08:00');
    expect(place(2, ['03:00-04:00', '08:00-23:00'])).toBe('03-02T06:00 03-02T08:00');
    expect(place(9, ['08:00-20:00'])).toBeNull();
    expect(place(25)).toBeNull();
  });

  test('around a night shift of the day before', () => {
    const night = [{ startsAt: at('22:00', '2026-03-01'), endsAt: at('08:30') }];
    expect(place(8, [], { taken: night })).toBe('03-02T08:30 03-02T16:30');
  });

  test('with their true length on a day of 23 hours', () => {
    const berlin = { day: '2026-03-29', zone: 'Europe/Berlin' };
    expect(place(16, [], { ...berlin, usualStart: '08:00' })).toBe('03-29T08:00 03-30T00:00');
    expect(place(23, [], { ...berlin, usualStart: '02:30' })).toBe('03-29T00:00 03-30T00:00');
    expect(place(24, [], berlin)).toBeNull();
  });
});

test('the usual start is when most days began, else that of quick entry', () => {
  const usual = (...starts: string[]) =>
    usualStartOf(
      starts.map((start) => ({ startsAt: `2026-03-${start}:00+07:00` })),
      zone,
    );
  expect(usual('02T07:30', '02T13:00', '03T07:30', '04T06:00', '05T13:00')).toBe('07:30');
  expect(usual('02T09:00', '03T07:30'), 'the earlier one of two').toBe('07:30');
  expect(usualStartOf([{ startsAt: null }], zone)).toBe('09:00');
});
