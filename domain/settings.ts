// A person's settings as product.md §3 and §9 give them: stored in the browser under `settings` and merged into the user's record.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const locales = ['en', 'id'] as const;
export type Locale = (typeof locales)[number];

export type Settings = { theme: Theme; locale: Locale };

export const defaultSettings: Settings = { theme: 'light', locale: 'en' };

export const isLocale = (value: string): value is Locale => locales.some((locale) => locale === value);
