import { m } from '#locales/messages.js';
import { useCan } from '../auth.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { AccountSections } from './AccountSections.tsx';
import { SideNavigation } from './SideNavigation.tsx';
import { StandIns } from './StandIns.tsx';
import classes from './settings.module.css';

export function AccountSettingsPage() {
  const decides = useCan('worklogs.decide');
  const contents = [
    { href: '#name', label: m.account_name_title() },
    { href: '#email', label: m.account_email_title() },
    { href: '#password', label: m.account_password_title() },
    { href: '#two-step', label: m.account_factor_title() },
    { href: '#passkeys', label: m.account_passkeys_title() },
    { href: '#sessions', label: m.account_sessions_title() },
    { href: '#tokens', label: m.tokens_title() },
    ...(decides ? [{ href: '#stand-ins', label: m.stand_ins_title() }] : []),
    // Not the title, which is also the name of the link that downloads.
    { href: '#download', label: m.account_own_data() },
    { href: '#close', label: m.account_close_title() },
  ];
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
