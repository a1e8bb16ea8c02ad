import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from '#locales/messages.js';
import { api, NetworkError } from '../../api.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import { discardAll, listEntries } from './queue.ts';

/**
 * Asks somebody whose worklogs wait on this device before they sign out; resolves to whether they do. In a root of its own, because
 * people sign out from pages of both layouts.
 */
export async function mayLeaveUnsent(personId: string): Promise<boolean> {
  const entries = await listEntries(personId).catch(() => []);
  if (entries.length === 0) return true;
  const isTimerAlone = entries.every(({ intent }) => intent === 'start');
  const areLost = entries.every(({ intent }) => intent === 'lost');
  const count = entries.length;
  const title = isTimerAlone
    ? m.unsent_sign_out_timer()
    : areLost
      ? m.lost_sign_out_title({ count })
      : m.unsent_sign_out_title({ count });
  const text = areLost ? m.lost_sign_out_text() : m.unsent_sign_out_text();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isLeaving = await new Promise<boolean>((resolve) => {
    const leave = (prepare: () => Promise<unknown>) =>
      // Signing out needs the server. Without it, nothing must be deleted.
      api('GET /session', {}, { attempts: 1 })
        .then(prepare)
        .then(() => resolve(true), reportProblem);
    root.render(
      <SignOutDialog
        title={title}
        text={text}
        onStay={() => resolve(false)}
        onKeep={() => leave(async () => {})}
        onDiscard={() => leave(() => discardAll(personId))}
      />,
    );
  });
  root.unmount();
  place.remove();
  return isLeaving;
}

const reportProblem = (error: unknown): void =>
  error instanceof NetworkError ? showToast(m.unsent_still_signed_in(), { type: 'error' }) : toastProblem(error);

type Props = { title: string; text: string; onStay: () => void; onKeep: () => void; onDiscard: () => void };

function SignOutDialog({ title, text, onStay, onKeep, onDiscard }: Props) {
  const [opener] = useState(document.activeElement);
  const stay = () => {
    onStay();
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <Dialog isOpen onClose={stay} title={title}>
      <p>{text}</p>
      <DialogButtons>
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {m.unsent_sign_out_delete()}
        </Button>
        <Button variant="default" onClick={onKeep}>
          {m.unsent_sign_out_keep()}
        </Button>
        <Button onClick={stay} data-autofocus>
          {m.unsent_sign_out_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
