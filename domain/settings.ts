// A person's settings as product.md §3 and §9 give them: stored in the browser under `settings` and merged into the user's record.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const locales = ['en', 'id'] as const;
export type Locale = (typeof locales)[number];

/** `shortcuts`: whether single letters act (WCAG 2.1.4); they do unless it is false. */
export type Settings = { theme: Theme; locale: Locale; shortcuts?: boolean | undefined };

/** What a person has chosen so far. Without a theme, the system's is followed. */
export type ChosenSettings = { [Name in keyof Settings]?: Settings[Name] | undefined };

export const defaultSettings: Settings = { theme: 'light', locale: 'en' };

export const isLocale = (value: string): value is Locale => locales.some((locale) => locale === value);
