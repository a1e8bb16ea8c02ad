// The settings of a person: stored in the browser under the key `settings`, and merged into the user's record.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const locales = ['en', 'id'] as const;
export type Locale = (typeof locales)[number];

/** The height of rows in lists from 960 px. */
export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

export const clocks = ['language', '24', '12'] as const;
export type Clock = (typeof clocks)[number];

/** `month-first`: "Nov 16, 2026", typed as 11/16. `iso`: "2026-11-16". */
export const dateFormats = ['language', 'month-first', 'iso'] as const;
export type DateFormat = (typeof dateFormats)[number];

/** How a new worklog is entered in a company that does not require times. */
export const timings = ['times', 'duration'] as const;
export type Timing = (typeof timings)[number];

/** `shortcuts`: whether single letters act as shortcuts (WCAG 2.1.4); absent means yes. The other absent ones have their first value. */
export type Settings = {
  theme: Theme;
  locale: Locale;
  shortcuts?: boolean | undefined;
  density?: Density | undefined;
  clock?: Clock | undefined;
  dateFormat?: DateFormat | undefined;
  timing?: Timing | undefined;
};

/** The settings that a person has chosen. Without a theme, the theme of the system applies. */
export type ChosenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined };

export const defaultSettings: Settings = { theme: 'light', locale: 'en' };

export const isLocale = (value: string): value is Locale => locales.some((locale) => locale === value);
