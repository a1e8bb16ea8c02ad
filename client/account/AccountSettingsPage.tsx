import { m } from '#locales/messages.js';
import { useRouteAccess } from '../routing/route-access.ts';
import { accountParts } from '../shell/account-parts.ts';
import { StandIns } from '../stand-ins/StandIns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { AccountSections } from './AccountSections.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import classes from './settings.module.css';

export function AccountSettingsPage() {
  const contents = accountParts(useRouteAccess()).map(({ id, label }) => ({ href: `#${id}`, label: label() }));
  return (
    <>
      <PageHeader title={m.route_account_settings()} />
      <div className={classes.settings}>
        <SideNavigation label={m.account_contents()} links={contents} />
        <div>
          <AccountSections>
            <Section id="tokens" title={m.tokens_title()} text={m.tokens_text()}>
              <AccessTokens />
            </Section>
            <StandIns />
          </AccountSections>
        </div>
      </div>
    </>
  );
}
