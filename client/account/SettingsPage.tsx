import { useId } from 'react';
import { densities, type Locale, locales, themes } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { CompanyHistory } from '../companies/CompanyHistory.tsx';
import { CompanySettings } from '../companies/CompanySettings.tsx';
import classes from '../companies/companies.module.css';
import { NoticeSettings } from '../companies/NoticeSettings.tsx';
import { useSettings } from '../settings/settings.ts';
import { changeSettings } from '../settings/settings-save.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Section } from '../ui/Section.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { FormatSettings } from './FormatSettings.tsx';

// Account Settings is a page of Premium companies: on Free its sections are here.
const AccountSections = lazyPart(() => import('./AccountSections.tsx').then((file) => file.AccountSections));

const themeLabels = { system: m.settings_theme_system, light: m.settings_theme_light, dark: m.settings_theme_dark };

const densityLabels = { compact: m.settings_density_compact, comfortable: m.settings_density_comfortable };

/** The name of each language in that language. */
const languages: Record<Locale, string> = { en: 'English', id: 'Bahasa Indonesia' };

export function SettingsPage() {
  const settings = useSettings();
  const { activeCompany } = useCompanies();
  const [themeLabel, densityLabel] = [useId(), useId()];
  return (
    <>
      <PageHeader title={m.route_settings()} />
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
      <Section title={m.settings_emails()} text={m.settings_emails_text()}>
        <NoticeSettings />
      </Section>
      {activeCompany?.plan === 'Free' && <AccountSections />}
      {activeCompany?.scopes['company.update'] && (
        <>
          <CompanySettings companyId={activeCompany.id} />
          <CompanyHistory key={activeCompany.id} companyId={activeCompany.id} />
        </>
      )}
    </>
  );
}
