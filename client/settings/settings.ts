// Theme and language as this browser shows them: kept under `settings`, applied at once, the same in every tab.

import { useSyncExternalStore } from 'react';
import { defaultSettings, isLocale, type Locale, type Settings, themes } from '#domain/settings.ts';
import { getLocale, overwriteGetLocale } from '#locales/runtime.js';
import { createStoredStore, isRecord, onOtherTab, useStore } from '../storage.ts';

const settingsStore = createStoredStore('settings', readSettings);

export const useSettings = (): Settings => useStore(settingsStore);

export const useLocale = (): Locale => useSettings().locale;

/** Applies a change at once, in this browser; client/settings/settings-save.ts also brings it to the person's record. */
export function applySettings(change: Partial<Settings>): void {
  const before = settingsStore.get();
  const after = { ...before, ...change };
  if (after.theme !== before.theme || after.locale !== before.locale) settingsStore.set(after);
}

export const resetSettings = (): void => settingsStore.set(defaultSettings);

/** Sentences and the page's `lang` follow the store from here on. */
export function startLanguage(): void {
  overwriteGetLocale(() => settingsStore.get().locale);
  const mark = () => {
    document.documentElement.lang = getLocale();
    document.documentElement.dataset.mantineColorScheme = schemeOf(settingsStore.get().theme, isSystemDark());
  };
  mark();
  settingsStore.subscribe(mark);
  subscribeToSystem(mark);
  onOtherTab('settings', (stored) => applySettings(readSettings(stored)));
}

/** The scheme to paint: the chosen one, or the system's while `system` is chosen. */
export const useColourScheme = (): 'light' | 'dark' => {
  const { theme } = useSettings();
  const isDark = useSyncExternalStore(subscribeToSystem, isSystemDark);
  return schemeOf(theme, isDark);
};

const schemeOf = (theme: Settings['theme'], isDark: boolean): 'light' | 'dark' => {
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
};

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

const isSystemDark = () => systemDark().matches;

function subscribeToSystem(listener: () => void) {
  const query = systemDark();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function readSettings(stored: unknown): Settings {
  if (!isRecord(stored)) return defaultSettings;
  const { theme, locale } = stored;
  return {
    theme: themes.find((known) => known === theme) ?? defaultSettings.theme,
    locale: typeof locale === 'string' && isLocale(locale) ? locale : defaultSettings.locale,
  };
}
