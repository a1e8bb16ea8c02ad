import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { endSession } from '../auth.ts';
import { useWrite } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import classes from './account.module.css';
import { ConfirmForm } from './ConfirmForm.tsx';

type Props = {
  /** Companies that would have no admin. */
  keeping: readonly string[];
  asksForCode: boolean;
  onCancel: () => void;
};

/** The password is asked for only where the account can be closed; else the way out is told. */
export function CloseForm({ keeping, asksForCode, onCancel }: Props) {
  const router = useRouter();
  const close = useWrite('POST /account/closing', { changes: [] });
  if (keeping.length > 0) {
    const companies = new Intl.ListFormat(getLocale()).format(keeping.map(isolated));
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
    <ConfirmForm
      name="close"
      asksForCode={asksForCode}
      submitLabel={m.account_close_submit()}
      isDangerous
      onCancel={onCancel}
      onConfirm={async ({ currentPassword, code }) => {
        await close.mutateAsync({ currentPassword, ...(code === '' ? {} : { code }) });
        endSession();
        await router.navigate({ to: '/login' });
        showToast(m.account_close_done(), { type: 'success' });
      }}
    />
  );
}
