import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { clearSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { sessionKeep } from '../storage.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import classes from './account.module.css';

type Props = {
  /** Companies that would have no admin. */
  keeping: readonly string[];
  onCancel: () => void;
};

/** The password is asked for only where the account can be closed; else the way out is told. */
export function CloseForm({ keeping, onCancel }: Props) {
  const router = useRouter();
  const close = useWrite('POST /account/closing', { changes: [] });
  const draft = useDraftForm({
    name: 'account:close',
    initialValues: { currentPassword: '' },
    required: ['currentPassword'],
    secrets: ['currentPassword'],
  });
  if (keeping.length > 0) {
    const companies = new Intl.ListFormat(getLocale()).format(keeping);
    return (
      <>
        <p role="alert">{m.reason_account_last_admin({ companies })}</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        </div>
      </>
    );
  }
  return (
    <FormShell
      draft={draft}
      submitLabel={m.account_close_submit()}
      onCancel={onCancel}
      isQuiet
      onSubmit={async (values) => {
        await close.mutateAsync(values);
        clearSession();
        sessionKeep.removeAll('draft:');
        await router.navigate({ to: '/login' });
        showToast(m.account_close_done(), { type: 'success' });
      }}
    >
      <PasswordField
        label={m.account_current_password()}
        autoComplete="current-password"
        key={draft.form.key('currentPassword')}
        inputProps={draft.form.getInputProps('currentPassword')}
      />
    </FormShell>
  );
}
