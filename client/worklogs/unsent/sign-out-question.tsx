import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from '#locales/messages.js';
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
    const discard = () => discardAll(personId).then(() => resolve(true), toastProblem);
    root.render(<SignOutDialog title={title} text={text} onLeave={resolve} onDiscard={discard} />);
  });
  root.unmount();
  place.remove();
  return isLeaving;
}

type Props = { title: string; text: string; onLeave: (isLeaving: boolean) => void; onDiscard: () => void };

function SignOutDialog({ title, text, onLeave, onDiscard }: Props) {
  const [opener] = useState(document.activeElement);
  const stay = () => {
    onLeave(false);
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <Dialog isOpen onClose={stay} title={title}>
      <p>{text}</p>
      <DialogButtons>
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {m.unsent_sign_out_delete()}
        </Button>
        <Button variant="default" onClick={() => onLeave(true)}>
          {m.unsent_sign_out_keep()}
        </Button>
        <Button onClick={stay} data-autofocus>
          {m.unsent_sign_out_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
