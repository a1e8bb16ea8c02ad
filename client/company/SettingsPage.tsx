import { Radio, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { type Locale, type Settings, themes } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { useCompanies } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { applySettings, useSettings } from '../settings.ts';
import { showToast } from '../shell/toast.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { problemText } from '../ui/problem-text.ts';
import { Section } from '../ui/Section.tsx';
import { CompanySettings } from './CompanySettings.tsx';
import classes from './company.module.css';

const themeLabels = { system: m.settings_theme_system, light: m.settings_theme_light, dark: m.settings_theme_dark };

/** Each language in its own words. */
const languages: Record<Locale, string> = { en: 'English', id: 'Bahasa Indonesia' };

export function SettingsPage() {
  const settings = useSettings();
  const { activeCompany } = useCompanies();
  const themeLabel = useId();
  const save = useWrite('PATCH /settings', { changes: [] });
  // Shown at once; a refusal takes it back.
  const change = (patch: Partial<Settings>) => {
    applySettings(patch);
    save.mutate(patch, {
      onError: (error) => {
        applySettings(settings);
        showToast(problemText(error), { type: 'error' });
      },
    });
  };
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
            onChange={(theme) => change({ theme })}
          />
        </div>
      </Section>
      <Section title={m.settings_localization()}>
        <Radio.Group
          label={m.settings_language()}
          value={settings.locale}
          onChange={(value) => change({ locale: value === 'id' ? 'id' : 'en' })}
        >
          <div className={classes.radios}>
            <Radio value="en" label={<span lang="en">{languages.en}</span>} />
            <Radio value="id" label={<span lang="id">{languages.id}</span>} />
          </div>
        </Radio.Group>
      </Section>
      {activeCompany?.role === 'company admin' && <CompanySettings companyId={activeCompany.id} />}
    </>
  );
}
