import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { NetworkError } from '../api.ts';
import { useCompany } from '../auth.ts';
import { isConnected } from '../connection.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { describeWorklog } from './describe.ts';
import { deleteDraft, draftKey } from './drafts.ts';
import { hideWithdrawnWorklog } from './loader.ts';
import { loadUnsent } from './unsent/load.ts';
import classes from './worklogs.module.css';

type Props = { worklog: Worklog | null; onClose: () => void; onDone: () => void };

/** Withdrawing cannot be undone, so this asks and names the worklog. */
export function WithdrawDialog({ worklog, onClose, onDone }: Props) {
  const { id: companyId } = useCompany();
  const withdraw = useApiMutation('DELETE /companies/{companyId}/worklogs/{worklogId}', {
    invalidates: affectedBy.worklogs,
  });
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(worklog);
  if (worklog && worklog !== shown) setShown(worklog);
  const confirm = () => {
    if (!worklog) return;
    onDone();
    if (!isConnected()) {
      withdrawLater(worklog);
      return;
    }
    const rollBack = hideWithdrawnWorklog(worklog.id);
    withdraw.mutate(
      { companyId, worklogId: worklog.id, version: worklog.version },
      {
        onSuccess: () => {
          deleteDraft(draftKey(companyId, { form: 'worklog', id: worklog.id }));
          showToast(m.worklogs_withdrawn(), { type: 'success' });
        },
        onError: async (error) => {
          rollBack();
          if (error instanceof NetworkError && (await withdrawLater(worklog))) return;
          toastProblem(error);
        },
      },
    );
  };
  return (
    <Dialog isOpen={worklog !== null} onClose={onClose} title={m.worklogs_withdraw_title()}>
      {shown && <p className={classes.named}>{describeWorklog(shown)}</p>}
      <p>{m.worklogs_withdraw_text()}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.ui_cancel()}
        </Button>
        <Button color="red" onClick={confirm}>
          {m.worklogs_withdraw_confirm()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Its receipts are not needed: they stay with the worklog unless it is withdrawn. */
const withdrawLater = (worklog: Worklog): Promise<boolean> =>
  loadUnsent().then(
    (unsent) => unsent.keepWithdrawalForLater({ worklog, receipts: [] }),
    () => false,
  );
