import { useState } from 'react';
import { m } from '#locales/messages.js';
import { authStore } from '../auth.ts';
import { endSessionOnPage, type SignOutQuestion } from '../shell/sign-out.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogButtons } from '../ui/Dialog.tsx';
import { discardAll } from './queue.ts';

/** Asks before somebody signs out whose worklogs wait on this device. */
export function SignOutDialog({ question, onClose }: { question: SignOutQuestion; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const signOut = async (prepare?: Promise<void>) => {
    setBusy(true);
    await prepare;
    await endSessionOnPage();
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.unsent_sign_out_title({ count: question.count })}>
      <p>{m.unsent_sign_out_text()}</p>
      <DialogButtons>
        <Button
          variant="subtle"
          color="red"
          disabled={isBusy}
          onClick={() => signOut(discardAll(authStore.get().user?.uid ?? ''))}
        >
          {m.unsent_sign_out_delete()}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => signOut()}>
          {m.unsent_sign_out_keep()}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {m.unsent_sign_out_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
