// The sections of the settings: each has a URL of its own within the page /settings, whose title and guard it shares.

import type { Action } from '#domain/permissions.ts';
import type { Sentence } from '#labels/sentence.ts';
import { m } from '#locales/messages.js';
import { type Path, pathTo } from '../routes.ts';
import type { RouteAccess } from '../routing/route-access.ts';

export type SettingsSectionName =
  | 'personal'
  | 'notifications'
  | 'account'
  | 'company'
  | 'rules'
  | 'import-history'
  | 'audit'
  | 'seats';

export type SettingsSection = {
  name: SettingsSectionName;
  label: Sentence;
  /** The action that the section is for; others do not see it. */
  can?: Action;
  /** The page that replaces the section on a paid plan; on the Free plan the guard does not open it. */
  paidPage?: Path;
};

const allSections: readonly SettingsSection[] = [
  { name: 'personal', label: m.settings_personal },
  { name: 'notifications', label: m.settings_notifications },
  { name: 'account', label: m.settings_account, paidPage: '/account-settings' },
  { name: 'company', label: m.company_settings, can: 'company.update' },
  { name: 'rules', label: m.company_rules, can: 'company.update' },
  { name: 'import-history', label: m.history_title, can: 'history.import' },
  { name: 'audit', label: m.audit_title, can: 'audit.read' },
  { name: 'seats', label: m.company_seats, can: 'billing.manage' },
];

/** The sections for a person with these rights, the first of which /settings itself shows. */
export const settingsSections = (access: RouteAccess): readonly SettingsSection[] =>
  allSections.filter(
    ({ can, paidPage }) => (can === undefined || access?.scopes[can] !== undefined) && !(paidPage && access?.isPremium),
  );

/** A section that exists, but not for a person with these rights. */
export const isRefusedSection = (name: string, access: RouteAccess): boolean =>
  isAmong(allSections, name) && !isAmong(settingsSections(access), name);

/** The page that a person is shown instead of a refused section. */
export const pageInsteadOf = (name: string): Path =>
  allSections.find((section) => section.name === name)?.paidPage ?? '/settings';

export const isCompanySection = (name: string): boolean =>
  isAmong(
    allSections.filter(({ can }) => can !== undefined),
    name,
  );

const isAmong = (sections: readonly SettingsSection[], name: string): boolean =>
  sections.some((section) => section.name === name);

export const settingsPath = (name: SettingsSectionName): string => `${pathTo('/settings')}/${name}`;

export const archiveImportId = 'import-archive';

export const archiveImportPath = (): string => `${settingsPath('company')}#${archiveImportId}`;
