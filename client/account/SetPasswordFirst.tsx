import { m } from '#locales/messages.js';
import { useUser } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import classes from './account.module.css';

/** For users without a password: sends the emailed link that sets one. */
export function SetPasswordFirst() {
  const { email } = useUser();
  const request = useApiMutation('POST /password-reset', { invalidates: [] });
  const send = () =>
    request.mutate(
      { email },
      {
        onSuccess: () => showToast(m.account_close_link_sent({ email })),
        onError: toastProblem,
      },
    );
  return (
    <>
      <p role="status">{m.reason_account_no_password()}</p>
      <div className={classes.actions}>
        <Button variant="default" loading={request.isPending} onClick={send}>
          {m.account_close_set_password()}
        </Button>
      </div>
    </>
  );
}
