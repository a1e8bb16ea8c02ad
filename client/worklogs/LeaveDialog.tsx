import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { deleteDraft, draftKey } from './drafts.ts';
import type { FormTarget } from './search.ts';

type Props = { isOpen: boolean; target: FormTarget | null; onStay: () => void; onLeave: () => void };

/** Asks before a form with unsaved input is closed. */
export function LeaveDialog({ isOpen, target, onStay, onLeave }: Props) {
  const { id } = useCompany();
  const discard = () => {
    if (target) deleteDraft(draftKey(id, target));
    onLeave();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onStay} title={m.worklog_leave_title()}>
      <p>{m.worklog_leave_text()}</p>
      <DialogButtons>
        <Button variant="subtle" color="red" onClick={discard}>
          {m.worklog_leave_discard()}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {m.worklog_leave_keep()}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {m.worklog_leave_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
