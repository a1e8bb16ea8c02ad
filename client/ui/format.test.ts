import { afterEach, describe, expect, test } from 'vitest';
import { overwriteGetLocale } from '#locales/runtime.js';
import { applySettings, resetSettings } from '../settings/settings.ts';
import {
  foreignZone,
  formatDate,
  formatDay,
  formatDayRange,
  formatHour,
  formatInstant,
  formatTime,
  formatTimeOfDay,
  formatTimeRange,
} from './format.ts';

const [jakarta, makassar, berlin] = ['Asia/Jakarta', 'Asia/Makassar', 'Europe/Berlin'];
const morning = { startsAt: '2026-11-16T02:00:00Z', endsAt: '2026-11-16T04:30:00Z' };
const written = (range: Parameters<typeof formatTimeRange>[0], reader: string, company: string) =>
  formatTimeRange(range, [reader, company]);

describe('times show their zone', () => {
  test.each([
    ['reader, company and entry keep the same time', jakarta, jakarta, jakarta, '09:00–11:30'],
    ['under another name', jakarta, 'Asia/Bangkok', 'Asia/Pontianak', '09:00–11:30'],
    ['the reader is elsewhere', jakarta, makassar, jakarta, '09:00–11:30 GMT+7'],
    ['the entry is from elsewhere', makassar, jakarta, jakarta, '10:00–12:30 GMT+8'],
    ['the company is elsewhere', makassar, makassar, jakarta, '10:00–12:30 GMT+8'],
  ])('unless %s', (_, zone, reader, company, text) => {
    expect(written({ ...morning, zone }, reader, company)).toBe(text);
  });

  test('by the clocks of that instant: Lagos and Berlin agree in winter', () => {
    expect(foreignZone('2026-07-01T10:00:00Z', berlin, ['Africa/Lagos'])).toBe('CEST');
    expect(foreignZone('2026-01-01T10:00:00Z', berlin, ['Africa/Lagos'])).toBeNull();
  });

  test('at both ends of a shift in which the clocks change', () => {
    const back = { startsAt: '2026-10-24T20:00:00Z', endsAt: '2026-10-25T05:00:00Z', zone: berlin };
    expect(written(back, berlin, berlin)).toBe('22:00 CEST–06:00 +1 CET');
    const forward = { startsAt: '2026-03-28T21:00:00Z', endsAt: '2026-03-29T04:00:00Z', zone: berlin };
    expect(written(forward, berlin, berlin)).toBe('22:00 CET–06:00 +1 CEST');
  });
});

test('the local day is shown where it differs from the company day', () => {
  const evening = { startsAt: '2026-03-04T19:00:00Z', endsAt: '2026-03-04T20:00:00Z', zone: berlin };
  expect(written({ ...evening, day: '2026-03-05' }, jakarta, jakarta)).toBe('Wed 4 Mar, 20:00–21:00 CET');
  expect(written({ ...evening, day: '2026-03-04' }, berlin, berlin)).toBe('20:00–21:00');
});

test('a shift over midnight shows the number of nights', () => {
  const night = { startsAt: '2026-11-16T15:00:00Z', endsAt: '2026-11-16T23:30:00Z', zone: jakarta };
  expect(written({ ...night, day: '2026-11-16' }, jakarta, jakarta)).toBe('22:00–06:30 +1');
});

describe('by choice', () => {
  afterEach(() => {
    resetSettings();
    overwriteGetLocale(() => 'en');
  });

  const shown = () => [
    formatTime('2026-11-16T10:30:00Z', jakarta),
    formatTimeOfDay('00:05'),
    formatHour(9),
    formatDay('2025-11-16'),
    formatDate('2026-11-16'),
    formatDayRange('2026-11-01', '2026-11-16'),
    formatInstant('2026-11-16T02:00:00Z', jakarta),
  ];

  test('times have twelve hours', () => {
    applySettings({ clock: '12' });
    expect(shown().map((text) => text.replaceAll(/[\u2009\u202f]/g, ' '))).toEqual([
      '5:30 pm',
      '12:05 am',
      '9 am',
      'Sun 16 Nov 2025',
      '16 Nov 2026',
      '1 – 16 Nov 2026',
      '16 Nov 2026, 9:00 am',
    ]);
  });

  test('dates have the month first', () => {
    applySettings({ dateFormat: 'month-first' });
    expect(shown().slice(3)).toEqual([
      'Sun, Nov 16, 2025',
      'Nov 16, 2026',
      'Nov 1 – Nov 16, 2026',
      'Nov 16, 2026, 09:00',
    ]);
    overwriteGetLocale(() => 'id');
    expect(shown().slice(3, 5)).toEqual(['Min, Nov 16, 2025', 'Nov 16, 2026']);
  });

  test('dates have the year first', () => {
    applySettings({ dateFormat: 'iso' });
    expect(shown().slice(3)).toEqual(['Sun 2025-11-16', '2026-11-16', '2026-11-01 – 2026-11-16', '2026-11-16, 09:00']);
  });
});
