import { afterEach, expect, test } from 'vitest';
import { dateFormats } from '#domain/settings.ts';
import { overwriteGetLocale } from '#locales/runtime.js';
import { applySettings, resetSettings } from '../../settings/settings.ts';
import { weekdayAndDate } from './day-parts.ts';

afterEach(() => {
  resetSettings();
  overwriteGetLocale(() => 'en');
});

test.each(dateFormats)('a day is headed by its weekday and number with dates as %s', (dateFormat) => {
  applySettings({ dateFormat });
  expect(weekdayAndDate('2026-11-16')).toEqual({ weekday: 'Mon', date: '16' });
  expect(weekdayAndDate('2025-11-02')).toEqual({ weekday: 'Sun', date: '2' });
  overwriteGetLocale(() => 'id');
  expect(weekdayAndDate('2026-11-16')).toEqual({ weekday: 'Sen', date: '16' });
});
