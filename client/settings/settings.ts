// The settings of this browser: stored under `settings`, applied at once, synchronised between tabs.
// Only explicit choices are stored; without a chosen theme the operating system's is used.

import {
  type ChosenSettings,
  type Clock,
  clocks,
  type DateFormat,
  type Density,
  dateFormats,
  defaultSettings,
  densities,
  isLocale,
  type Locale,
  type Theme,
  type Timing,
  themes,
  timings,
} from '#domain/settings.ts';
import { getLocale, overwriteGetLocale } from '#locales/runtime.js';
import { createPersistentStore, createStore, isRecord, onStorageChange, useStore } from '../storage.ts';

const settingsStore = createPersistentStore('settings', readSettings);

/** How often another tab has changed the formats of times and dates. */
const formatChangesStore = createStore(0);

type ShownSettings = {
  theme: Theme;
  locale: Locale;
  hasShortcuts: boolean;
  density: Density;
  clock: Clock;
  dateFormat: DateFormat;
  timing: Timing;
};

export const useSettings = (): ShownSettings => withDefaults(useStore(settingsStore));

export const useLocale = (): Locale => useSettings().locale;

/** Changes whenever everything that is shown must be rendered again. The tab of the settings itself shows no times. */
export const useTextsKey = (): string => `${useLocale()} ${useStore(formatChangesStore)}`;

/** Whether single-letter shortcuts are enabled; every key handler checks it. */
export const hasShortcuts = (): boolean => withDefaults(settingsStore.get()).hasShortcuts;

/** How times and dates are written, where it is not the language that decides. */
export const chosenFormats = (): Pick<ShownSettings, 'clock' | 'dateFormat'> => withDefaults(settingsStore.get());

/** Applies a change in this browser; client/settings/settings-save.ts also saves it to the user's account. */
export const applySettings = (change: ChosenSettings): void => replaceSettings({ ...settingsStore.get(), ...change });

/** Replaces all settings of this browser. */
export function replaceSettings(chosen: ChosenSettings): void {
  const next = readSettings(chosen);
  if (JSON.stringify(next) !== JSON.stringify(settingsStore.get())) settingsStore.set(next);
}

export const resetSettings = (): void => settingsStore.set(defaultSettings);

/** Keeps the locale of the messages and the attributes of `<html>` in sync with the settings. */
export function startSettingsSync(): void {
  overwriteGetLocale(() => withDefaults(settingsStore.get()).locale);
  // On paper every theme is dark on white.
  const isPrinted = window.matchMedia('print');
  const applyToDocument = () => {
    // The style sheets hide shortcut hints when shortcuts are disabled.
    document.documentElement.toggleAttribute('data-no-shortcuts', !hasShortcuts());
    const { theme, density } = withDefaults(settingsStore.get());
    document.documentElement.lang = getLocale();
    document.documentElement.dataset.theme = isPrinted.matches ? 'light' : schemeOf(theme, isSystemDark());
    document.documentElement.dataset.density = density;
  };
  applyToDocument();
  settingsStore.subscribe(applyToDocument);
  subscribeToSystem(applyToDocument);
  isPrinted.addEventListener('change', applyToDocument);
  onStorageChange('settings', (stored) => {
    const before = chosenFormats();
    replaceSettings(readSettings(stored));
    const { clock, dateFormat } = chosenFormats();
    if (clock !== before.clock || dateFormat !== before.dateFormat)
      formatChangesStore.set(formatChangesStore.get() + 1);
  });
}

const withDefaults = (chosen: ChosenSettings): ShownSettings => ({
  theme: chosen.theme ?? 'system',
  locale: chosen.locale ?? defaultSettings.locale,
  hasShortcuts: chosen.shortcuts ?? true,
  density: chosen.density ?? densities[0],
  clock: chosen.clock ?? clocks[0],
  dateFormat: chosen.dateFormat ?? dateFormats[0],
  timing: chosen.timing ?? timings[0],
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

/** The valid settings of a stored value; everything else is ignored. */
export function readSettings(stored: unknown): ChosenSettings {
  if (!isRecord(stored)) return {};
  const theme = themes.find((known) => known === stored.theme);
  const density = densities.find((known) => known === stored.density);
  const clock = clocks.find((known) => known === stored.clock);
  const dateFormat = dateFormats.find((known) => known === stored.dateFormat);
  const timing = timings.find((known) => known === stored.timing);
  const { locale, shortcuts } = stored;
  return {
    ...(theme && { theme }),
    ...(typeof locale === 'string' && isLocale(locale) && { locale }),
    ...(typeof shortcuts === 'boolean' && { shortcuts }),
    ...(density && { density }),
    ...(clock && { clock }),
    ...(dateFormat && { dateFormat }),
    ...(timing && { timing }),
  };
}
