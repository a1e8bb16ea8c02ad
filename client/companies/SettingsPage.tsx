import { Checkbox, Radio, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { type Locale, themes } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { useSettings } from '../settings/settings.ts';
import { changeSettings } from '../settings/settings-save.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { CompanyHistory } from './CompanyHistory.tsx';
import { CompanySettings } from './CompanySettings.tsx';
import classes from './companies.module.css';
import { NoticeSettings } from './NoticeSettings.tsx';

const themeLabels = { system: m.settings_theme_system, light: m.settings_theme_light, dark: m.settings_theme_dark };

/** The name of each language in that language. */
const languages: Record<Locale, string> = { en: 'English', id: 'Bahasa Indonesia' };

export function SettingsPage() {
  const settings = useSettings();
  const { activeCompany } = useCompanies();
  const themeLabel = useId();
  return (
    <>
      <PageHeader title={m.route_settings()} />
      <Section title={m.settings_appearance()}>
        <div>
          <div id={themeLabel} className={classes.label}>
            {m.settings_colour_scheme()}
          </div>
          <SegmentedControl
            fullWidth
            aria-labelledby={themeLabel}
            data={themes.map((theme) => ({ value: theme, label: themeLabels[theme]() }))}
            value={settings.theme}
            onChange={(theme) => changeSettings({ theme })}
          />
        </div>
      </Section>
      <Section title={m.settings_localization()}>
        <Radio.Group
          label={m.settings_language()}
          value={settings.locale}
          onChange={(value) => changeSettings({ locale: value === 'id' ? 'id' : 'en' })}
        >
          <div className={classes.radios}>
            <Radio value="en" label={<span lang="en">{languages.en}</span>} />
            <Radio value="id" label={<span lang="id">{languages.id}</span>} />
          </div>
        </Radio.Group>
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
      {activeCompany?.role === 'company admin' && (
        <>
          <CompanySettings companyId={activeCompany.id} />
          <CompanyHistory key={activeCompany.id} companyId={activeCompany.id} />
        </>
      )}
    </>
  );
}
