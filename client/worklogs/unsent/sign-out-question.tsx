import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from '#locales/messages.js';
import { api, NetworkError } from '../../api.ts';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import type { UnsentEntry } from './entry.ts';
import { discardAll, listEntries } from './queue.ts';

/**
 * Asks somebody whose worklogs wait on this device before they sign out; resolves to whether they do. In a root of its own, because
 * people sign out from pages of both layouts.
 */
export async function mayLeaveUnsent(personId: string): Promise<boolean> {
  const entries = await listEntries(personId).catch(() => []);
  if (entries.length === 0) return true;
  const { title, text } = wordsOf(entries);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isLeaving = await new Promise<boolean>((resolve) => {
    let state: 'open' | 'staying' | 'leaving' = 'open';
    root.render(
      <SignOutDialog
        title={title}
        text={text}
        onStay={() => {
          // What is being deleted is gone.
          if (state === 'leaving') return;
          state = 'staying';
          resolve(false);
        }}
        onLeave={async (how) => {
          try {
            // Signing out needs the server. Without it, nothing must be deleted.
            await api('GET /session', {}, { attempts: 1 });
            if (state === 'staying') return;
            state = 'leaving';
            if (how === 'discard') await discardAll(personId);
            resolve(true);
          } catch (error) {
            if (state === 'staying') return;
            state = 'open';
            reportProblem(error);
          }
        }}
      />,
    );
  });
  root.unmount();
  place.remove();
  return isLeaving;
}

function wordsOf(entries: readonly UnsentEntry[]): { title: string; text: string } {
  const count = entries.filter(({ intent }) => intent !== 'start').length;
  if (entries.every(({ intent }) => intent === 'lost'))
    return { title: m.lost_sign_out_title({ count }), text: m.lost_sign_out_text({ count }) };
  const hasTimer = count < entries.length;
  const title = hasTimer
    ? count === 0
      ? m.unsent_sign_out_timer()
      : m.unsent_sign_out_timer_too({ count })
    : m.unsent_sign_out_title({ count });
  return { title, text: m.unsent_sign_out_text({ count: entries.length }) };
}

const reportProblem = (error: unknown): void =>
  error instanceof NetworkError ? showToast(m.unsent_still_signed_in(), { type: 'error' }) : toastProblem(error);

type Leaving = 'keep' | 'discard';
type Props = { title: string; text: string; onStay: () => void; onLeave: (how: Leaving) => Promise<void> };

function SignOutDialog({ title, text, onStay, onLeave }: Props) {
  const [opener] = useState(document.activeElement);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const stay = () => {
    onStay();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const leave = (how: Leaving) => {
    setLeaving(how);
    onLeave(how).finally(() => setLeaving(null));
  };
  const buttonOf = (how: Leaving) => ({
    loading: leaving === how,
    disabled: leaving !== null,
    onClick: () => leave(how),
  });
  return (
    <Dialog isOpen onClose={stay} title={title}>
      <p>{text}</p>
      <DialogButtons>
        <Button variant="subtle" color="red" {...buttonOf('discard')}>
          {m.unsent_sign_out_delete()}
        </Button>
        <Button variant="default" {...buttonOf('keep')}>
          {m.unsent_sign_out_keep()}
        </Button>
        <Button onClick={stay} data-autofocus>
          {m.unsent_sign_out_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
