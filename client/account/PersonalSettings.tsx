import { type ComponentProps, useId } from 'react';
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
  return (
    <>
      <Section title={m.settings_appearance()}>
        <LabelledChoice
          label={m.settings_colour_scheme()}
          options={themes.map((theme) => ({ value: theme, label: themeLabels[theme]() }))}
          value={settings.theme}
          onChange={(theme) => changeSettings({ theme })}
        />
        <LabelledChoice
          label={m.settings_density()}
          options={densities.map((density) => ({ value: density, label: densityLabels[density]() }))}
          value={settings.density}
          onChange={(density) => changeSettings({ density })}
        />
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

type ChoiceProps<T extends string> = ComponentProps<typeof Segmented<T>> & { label: string };

/** A segmented control below its label. */
function LabelledChoice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const labelId = useId();
  return (
    <div>
      <div id={labelId} className={classes.label}>
        {label}
      </div>
      <Segmented isWide labelledBy={labelId} options={options} value={value} onChange={onChange} />
    </div>
  );
}
