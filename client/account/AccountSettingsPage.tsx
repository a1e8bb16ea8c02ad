import { m } from '#locales/messages.js';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { AccessTokens } from './AccessTokens.tsx';
import { AccountSections } from './AccountSections.tsx';
import { StandIns } from './StandIns.tsx';

export function AccountSettingsPage() {
  return (
    <>
      <PageHeader title={m.route_account_settings()} />
      <AccountSections>
        <Section title={m.tokens_title()} text={m.tokens_text()}>
          <AccessTokens />
        </Section>
        <StandIns />
      </AccountSections>
    </>
  );
}
