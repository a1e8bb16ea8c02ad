// The settings of a person: stored in the browser under the key `settings`, and merged into the user's record.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const locales = ['en', 'id'] as const;
export type Locale = (typeof locales)[number];

/** `shortcuts`: whether single letters act as shortcuts (WCAG 2.1.4); absent means yes. */
export type Settings = { theme: Theme; locale: Locale; shortcuts?: boolean | undefined };

/** The settings that a person has chosen. Without a theme, the theme of the system applies. */
export type ChosenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined };

export const defaultSettings: Settings = { theme: 'light', locale: 'en' };

export const isLocale = (value: string): value is Locale => locales.some((locale) => locale === value);
