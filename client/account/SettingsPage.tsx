import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { ImportArchive } from '../archive/ImportArchive.tsx';
import { useCan, useCompany } from '../auth.ts';
import { CompanyArchive } from '../companies/CompanyArchive.tsx';
import { CompanyHistory } from '../companies/CompanyHistory.tsx';
import { CompanySettings } from '../companies/CompanySettings.tsx';
import { NoticeSettings } from '../companies/NoticeSettings.tsx';
import { usePathParameter } from '../routing/location.ts';
import { useRouteAccess } from '../routing/route-access.ts';
import { useNameInTitle } from '../shell/document-title.ts';
import { UnknownRoute } from '../shell/route-errors.tsx';
import {
  isRefusedSection,
  type SettingsSectionName,
  settingsPath,
  settingsSections,
} from '../shell/settings-sections.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { PersonalSettings } from './PersonalSettings.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import classes from './settings.module.css';

// Account Settings is a page of Premium companies: on Free its sections are here.
const AccountSections = lazyPart(() => import('./AccountSections.tsx').then((file) => file.AccountSections));
const AuditSection = lazyPart(() => import('../audit/AuditSection.tsx').then((file) => file.AuditSection));
const HistoryImportSection = lazyPart(() =>
  import('../history-imports/HistoryImportSection.tsx').then((file) => file.HistoryImportSection),
);
const PushSettings = lazyPart(() => import('./push/PushSettings.tsx').then((file) => file.PushSettings));
const CompanySeats = lazyPart(() => import('../companies/CompanySeats.tsx').then((file) => file.CompanySeats));

/** A section of the settings at its URL; /settings itself shows the first. */
export function SettingsPage() {
  const access = useRouteAccess();
  const sections = settingsSections(access);
  const name = usePathParameter('section');
  // The router leaves a refused section; until then, the first one is shown.
  const isFirst = name === '' || isRefusedSection(name, access);
  const current = isFirst ? sections[0] : sections.find((section) => section.name === name);
  useNameInTitle(isFirst ? undefined : current?.label());
  if (!current) return <UnknownRoute />;
  return (
    <>
      <PageHeader title={m.route_settings()} />
      <div className={classes.settings}>
        <SideNavigation
          label={m.settings_sections()}
          links={sections.map((section) => ({
            href: settingsPath(section.name),
            label: section.label(),
            isCurrent: section === current,
          }))}
        />
        <div>{contentOf[current.name]()}</div>
      </div>
    </>
  );
}

const contentOf: Record<SettingsSectionName, () => ReactNode> = {
  personal: () => <PersonalSettings />,
  notifications: () => <Notifications />,
  account: () => <AccountSections />,
  company: () => <CompanyParts />,
  rules: () => <Rules />,
  'import-history': () => <HistoryImportSection />,
  audit: () => <AuditSection />,
  seats: () => <CompanySeats />,
};

function CompanyParts() {
  const { id } = useCompany();
  return (
    <>
      <CompanySettings part="company" />
      <CompanyArchive />
      <ImportArchive key={id} />
    </>
  );
}

function Notifications() {
  const mayUpdate = useCan('company.update');
  return (
    <>
      <Section title={m.settings_emails()} text={m.settings_emails_text()}>
        <NoticeSettings />
      </Section>
      <PushSettings />
      {mayUpdate && <CompanySettings part="mails" />}
    </>
  );
}

function Rules() {
  const { id } = useCompany();
  return (
    <>
      <CompanySettings part="rules" />
      <CompanyHistory key={id} companyId={id} />
    </>
  );
}
