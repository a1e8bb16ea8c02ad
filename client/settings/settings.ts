// Theme, language and shortcuts as this browser shows them: kept under `settings`, applied at once, the same in every tab.
// Only what somebody has chosen is kept; while there is no theme, the system's is followed.

import { useSyncExternalStore } from 'react';
import { type ChosenSettings, defaultSettings, isLocale, type Locale, type Theme, themes } from '#domain/settings.ts';
import { getLocale, overwriteGetLocale } from '#locales/runtime.js';
import { createStoredStore, isRecord, onOtherTab, useStore } from '../storage.ts';

const settingsStore = createStoredStore('settings', readSettings);

type ShownSettings = { theme: Theme; locale: Locale; hasShortcuts: boolean };

export const useSettings = (): ShownSettings => shown(useStore(settingsStore));

export const useLocale = (): Locale => useSettings().locale;

/** Whether single letters act; asked by every handler of them. */
export const hasShortcuts = (): boolean => shown(settingsStore.get()).hasShortcuts;

/** Applies a change at once, in this browser; client/settings/settings-save.ts also brings it to the person's record. */
export const applySettings = (change: ChosenSettings): void => showSettings({ ...settingsStore.get(), ...change });

/** These, and nothing of what was shown before. */
export function showSettings(chosen: ChosenSettings): void {
  const next = readSettings(chosen);
  if (JSON.stringify(next) !== JSON.stringify(settingsStore.get())) settingsStore.set(next);
}

export const resetSettings = (): void => settingsStore.set(defaultSettings);

/** Sentences and the page's `lang` follow the store from here on. */
export function startLanguage(): void {
  overwriteGetLocale(() => shown(settingsStore.get()).locale);
  const mark = () => {
    // The style sheets show no letter of a key that does nothing.
    document.documentElement.toggleAttribute('data-no-shortcuts', !hasShortcuts());
    document.documentElement.lang = getLocale();
    document.documentElement.dataset.mantineColorScheme = schemeOf(shown(settingsStore.get()).theme, isSystemDark());
  };
  mark();
  settingsStore.subscribe(mark);
  subscribeToSystem(mark);
  onOtherTab('settings', (stored) => showSettings(readSettings(stored)));
}

/** The scheme to paint: the chosen one, or the system's while `system` is chosen. */
export const useColourScheme = (): 'light' | 'dark' => {
  const { theme } = useSettings();
  const isDark = useSyncExternalStore(subscribeToSystem, isSystemDark);
  return schemeOf(theme, isDark);
};

const shown = ({ theme = 'system', locale = defaultSettings.locale, shortcuts = true }: ChosenSettings) => ({
  theme,
  locale,
  hasShortcuts: shortcuts,
});

const schemeOf = (theme: Theme, isDark: boolean): 'light' | 'dark' => {
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

/** The fields that are settings, of whatever was stored; nonsense was never chosen. */
export function readSettings(stored: unknown): ChosenSettings {
  if (!isRecord(stored)) return {};
  const theme = themes.find((known) => known === stored.theme);
  const { locale, shortcuts } = stored;
  return {
    ...(theme && { theme }),
    ...(typeof locale === 'string' && isLocale(locale) && { locale }),
    ...(typeof shortcuts === 'boolean' && { shortcuts }),
  };
}
