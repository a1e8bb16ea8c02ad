import { useId } from 'react';
import { densities, type Locale, locales, themes } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import classes from '../companies/companies.module.css';
import { useSettings } from '../settings/settings.ts';
import { changeSettings } from '../settings/settings-save.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Section } from '../ui/Section.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { FormatSettings } from './FormatSettings.tsx';

const themeLabels = { system: m.settings_theme_system, light: m.settings_theme_light, dark: m.settings_theme_dark };

const densityLabels = { compact: m.settings_density_compact, comfortable: m.settings_density_comfortable };

/** The name of each language in that language. */
const languages: Record<Locale, string> = { en: 'English', id: 'Bahasa Indonesia' };

/** Appearance, formats and keyboard: saved for the person, on all their devices. */
export function PersonalSettings() {
  const settings = useSettings();
  const [themeLabel, densityLabel] = [useId(), useId()];
  return (
    <>
      <Section title={m.settings_appearance()}>
        <div>
          <div id={themeLabel} className={classes.label}>
            {m.settings_colour_scheme()}
          </div>
          <Segmented
            isWide
            labelledBy={themeLabel}
            options={themes.map((theme) => ({ value: theme, label: themeLabels[theme]() }))}
            value={settings.theme}
            onChange={(theme) => changeSettings({ theme })}
          />
        </div>
        <div>
          <div id={densityLabel} className={classes.label}>
            {m.settings_density()}
          </div>
          <Segmented
            isWide
            labelledBy={densityLabel}
            options={densities.map((density) => ({ value: density, label: densityLabels[density]() }))}
            value={settings.density}
            onChange={(density) => changeSettings({ density })}
          />
        </div>
      </Section>
      <Section title={m.settings_localization()}>
        <RadioGroup
          label={m.settings_language()}
          options={locales.map((value) => ({ value, label: <span lang={value}>{languages[value]}</span> }))}
          value={settings.locale}
          onChange={(locale) => changeSettings({ locale })}
        />
        <FormatSettings />
      </Section>
      <Section title={m.settings_keyboard()}>
        <Checkbox
          label={m.settings_shortcuts()}
          description={m.settings_shortcuts_hint()}
          checked={settings.hasShortcuts}
          onChange={(event) => changeSettings({ shortcuts: event.currentTarget.checked })}
        />
      </Section>
    </>
  );
}
