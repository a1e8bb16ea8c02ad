import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { deleteDraft, draftKey, hasTypedEntry, openFilesOf } from './drafts.ts';
import type { FormTarget } from './search.ts';

type Props = { isOpen: boolean; target: FormTarget | null; onStay: () => void; onLeave: () => void };

/** Asks before a form with unsaved input is closed. */
export function LeaveDialog({ isOpen, target, onStay, onLeave }: Props) {
  const { id } = useCompany();
  const key = target ? draftKey(id, target) : '';
  const discard = () => {
    deleteDraft(key);
    onLeave();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onStay} title={m.worklog_leave_title()}>
      {hasTypedEntry(key) && <p>{m.worklog_leave_text()}</p>}
      {openFilesOf(key).length > 0 && <p>{m.worklog_leave_files()}</p>}
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
