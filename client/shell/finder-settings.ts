// What the finder finds within the settings: each rule, each part of the account and what else has a label, found by its
// words in either language. It opens the section of the settings, at the part where that has an id.

import { type PolicyName, policyNames } from '#domain/policies.ts';
import { locales } from '#domain/settings.ts';
import type { Sentence } from '#labels/sentence.ts';
import { policyLabels } from '#labels/settings.ts';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import type { RouteAccess } from '../routing/route-access.ts';
import { noticeLabels } from '../settings/notice-labels.ts';
import { policyTexts, ruleGroups } from '../settings/policy-texts.ts';
import { accountParts } from './account-parts.ts';
import type { FinderEntry } from './finder.ts';
import { type SettingsSectionName, settingsPath, settingsSections } from './settings-sections.ts';

type Setting = { label: Sentence; aliases?: readonly Sentence[]; id?: string };

const policyAliases: Partial<Record<PolicyName, readonly Sentence[]>> = {
  logForOthers: [m.for_others_open],
  lockedUntil: [m.finder_lock_date],
};

const policySettings = policyNames.map((name) => ({
  label: policyLabels[name],
  id: policyTexts[name].group,
  aliases: policyAliases[name] ?? [],
}));

const rules: readonly Setting[] = policySettings.filter(({ id }) => id in ruleGroups);
const mails: readonly Setting[] = policySettings.filter(({ id }) => id === 'mails');

const contents: Record<SettingsSectionName, readonly Setting[]> = {
  personal: [
    {
      label: m.settings_colour_scheme,
      aliases: [m.settings_appearance, m.settings_theme_dark, m.settings_theme_light],
    },
    { label: m.settings_density },
    { label: m.settings_language, aliases: [m.settings_localization] },
    { label: m.settings_clock, aliases: [m.settings_clock_12, m.settings_clock_24] },
    { label: m.settings_dates },
    { label: m.settings_shortcuts, aliases: [m.settings_keyboard] },
  ],
  notifications: [{ label: m.settings_emails, aliases: Object.values(noticeLabels) }],
  account: [],
  company: [
    { label: m.company_name, aliases: [m.shell_company_settings] },
    { label: m.company_time_zone, aliases: [m.finder_timezone] },
    { label: m.company_currency },
    { label: m.company_week_starts_on },
    { label: m.company_archive, id: 'archive' },
  ],
  rules: [...rules, { label: m.company_history, id: 'history' }],
  'import-history': [],
  audit: policySettings.filter(({ id }) => id === 'audit'),
  seats: [{ label: m.company_choose_seats, aliases: [m.route_upgrade, m.company_billing] }],
};

/** The settings that this person can open, in the order of the pages. */
export function finderSettings(access: RouteAccess): FinderEntry[] {
  const inSections = settingsSections(access).flatMap(({ name, label }) =>
    contents[name].map((setting) => entryOf(setting, settingsPath(name), label())),
  );
  const isCompanyAdmin = access?.scopes['company.update'] !== undefined;
  const notifications = settingsPath('notifications');
  const account = access?.isPremium ? pathTo('/account-settings') : settingsPath('account');
  return [
    ...inSections,
    ...(isCompanyAdmin ? mails : []).map((setting) => entryOf(setting, notifications, m.settings_notifications())),
    ...accountParts(access).map((part) => entryOf(part, account, m.route_account_settings())),
  ];
}

const entryOf = ({ label, aliases = [], id }: Setting, path: string, note: string): FinderEntry => ({
  key: `setting ${path} ${label()}`,
  kind: 'setting',
  label: label(),
  note,
  to: id === undefined ? path : `${path}#${id}`,
  names: locales.flatMap((locale) => [label, ...aliases].map((text) => text({}, { locale }))),
});
