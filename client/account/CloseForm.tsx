import { useRouter } from '@tanstack/react-router';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { endSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import classes from './account.module.css';
import { ConfirmForm } from './ConfirmForm.tsx';

type Props = {
  /** Names of companies that would have no admin. */
  withoutAdmin: readonly string[];
  asksForCode: boolean;
  onCancel: () => void;
};

/** Asks for the password only where the account can be closed; otherwise shows the reason. */
export function CloseForm({ withoutAdmin, asksForCode, onCancel }: Props) {
  const router = useRouter();
  const close = useApiMutation('POST /account/closing', { invalidates: [] });
  if (withoutAdmin.length > 0) {
    const companies = new Intl.ListFormat(getLocale()).format(withoutAdmin.map(isolated));
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
