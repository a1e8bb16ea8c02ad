import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { toastProblem } from '../ui/problem-toast.ts';
import { describeWorklog } from './describe.ts';
import { deleteDraft, draftKey } from './drafts.ts';
import { hideWithdrawnWorklog } from './loader.ts';
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
    const rollBack = hideWithdrawnWorklog(worklog.id);
    withdraw.mutate(
      { companyId, worklogId: worklog.id, version: worklog.version },
      {
        onSuccess: () => {
          deleteDraft(draftKey(companyId, { form: 'worklog', id: worklog.id }));
          showToast(m.worklogs_withdrawn(), { type: 'success' });
        },
        onError: (error) => {
          rollBack();
          toastProblem(error);
        },
      },
    );
    onDone();
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
