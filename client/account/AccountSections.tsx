import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { acceptSession, useUser } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { LinkButton } from '../ui/Button.tsx';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { Section } from '../ui/Section.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './account.module.css';
import { CloseAccount } from './CloseAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SessionsList } from './SessionsList.tsx';

/** The sections that everybody with an account needs, on Free too. `children` come before the person's own data and closing the account. */
export function AccountSections({ children }: { children?: ReactNode }) {
  const user = useUser();
  return (
    <>
      <Section id="name" title={m.account_name_title()}>
        <NameForm key={user.name} name={user.name} />
      </Section>
      <Section id="email" title={m.account_email_title()} text={m.account_email_text({ email: user.email })}>
        <EmailForm />
      </Section>
      <Section id="password" title={m.account_password_title()} text={m.account_password_text()}>
        <PasswordForm />
      </Section>
      <Section id="two-step" title={m.account_factor_title()} text={m.account_factor_text()}>
        <SecondFactor />
      </Section>
      <Section id="passkeys" title={m.account_passkeys_title()} text={m.account_passkeys_text()}>
        <Passkeys />
      </Section>
      <Section id="sessions" title={m.account_sessions_title()} text={m.account_sessions_text()}>
        <SessionsList />
      </Section>
      {children}
      <DownloadData />
      <CloseAccount />
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const update = useApiMutation('PATCH /account', { invalidates: affectedBy.members, onDone: acceptSession });
  const draft = useDraftForm({ name: 'account:name', initialValues: { name }, required: ['name'] });
  return (
    <FormShell
      draft={draft}
      submitLabel={m.account_save_name()}
      isSecondary
      onSubmit={async (values) => {
        await update.mutateAsync(values);
        showToast(m.account_name_saved(), { type: 'success' });
      }}
    >
      <TextField
        label={m.session_name()}
        autoComplete="name"
        key={draft.form.key('name')}
        {...draft.form.getInputProps('name')}
      />
    </FormShell>
  );
}

/** A plain link, so that the browser streams the file to disk, whatever its size. */
const DownloadData = () => (
  <Section id="download" title={m.account_download_title()} text={m.account_download_text()}>
    <div className={classes.actions}>
      <LinkButton variant="default" href="/api/v1/account/download" download>
        {m.account_download()}
      </LinkButton>
    </div>
  </Section>
);
