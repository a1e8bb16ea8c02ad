import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { showToast } from '../shell/toast.ts';
import { toastProblem } from '../ui/problem-toast.ts';
import { worklogInFull } from './describe.ts';
import { draftKey, forgetDraft } from './drafts.ts';
import { hideWithdrawn } from './loader.ts';
import { Question } from './Question.tsx';
import classes from './worklogs.module.css';

type Props = { worklog: Worklog | null; onClose: () => void; onDone: () => void };

/** Withdrawing cannot be undone, so this asks and names the worklog. */
export function WithdrawDialog({ worklog, onClose, onDone }: Props) {
  const { id: companyId } = useCompany();
  const withdraw = useApiMutation('DELETE /companies/{companyId}/worklogs/{worklogId}', {
    invalidates: ['worklogs', 'reports', 'dashboard'],
  });
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(worklog);
  if (worklog && worklog !== shown) setShown(worklog);
  const confirm = () => {
    if (!worklog) return;
    const putBack = hideWithdrawn(worklog.id);
    withdraw.mutate(
      { companyId, worklogId: worklog.id, version: worklog.version },
      {
        onSuccess: () => {
          forgetDraft(draftKey(companyId, { form: 'worklog', id: worklog.id }));
          showToast(m.worklogs_withdrawn(), { type: 'success' });
        },
        onError: (error) => {
          putBack();
          toastProblem(error);
        },
      },
    );
    onDone();
  };
  return (
    <Question isOpen={worklog !== null} onClose={onClose} title={m.worklogs_withdraw_title()}>
      {shown && <p className={classes.named}>{worklogInFull(shown)}</p>}
      <p>{m.worklogs_withdraw_text()}</p>
      <div className={classes.dialogActions}>
        <Button color="red" onClick={confirm}>
          {m.worklogs_withdraw_confirm()}
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.ui_cancel()}
        </Button>
      </div>
    </Question>
  );
}
