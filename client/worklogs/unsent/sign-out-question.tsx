import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from '#locales/messages.js';
import { api, NetworkError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import type { UnsentEntry } from './entry.ts';
import { discardAll, listEntries } from './queue.ts';
import { unsentStore } from './store.ts';

/**
 * Asks somebody whose worklogs wait on this device before they sign out; resolves to whether they do. In a root of its own, because
 * people sign out from pages of both layouts.
 */
export async function mayLeaveUnsent(personId: string): Promise<boolean> {
  const entries = await listEntries(personId).catch(() => []);
  if (entries.length === 0) return true;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isLeaving = await new Promise<boolean>((resolve) => {
    let state: 'open' | 'staying' | 'leaving' = 'open';
    root.render(
      <SignOutDialog
        personId={personId}
        initial={entries}
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
            throw error;
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
  if (entries.length === 0) return { title: m.unsent_sign_out_sent(), text: m.unsent_sign_out_sent_text() };
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

type Leaving = 'keep' | 'discard';
type Props = {
  personId: string;
  /** Those that wait when the question is asked. */
  initial: readonly UnsentEntry[];
  onStay: () => void;
  /** Rejects where the server cannot be asked; then nobody is signed out. */
  onLeave: (how: Leaving) => Promise<void>;
};

function SignOutDialog({ personId, initial, onStay, onLeave }: Props) {
  const entries = useWaiting(personId, initial);
  const { title, text } = wordsOf(entries);
  const [isUnreached, setUnreached] = useState(false);
  const [opener] = useState(document.activeElement);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const stay = () => {
    onStay();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const leave = (how: Leaving) => {
    setLeaving(how);
    setUnreached(false);
    onLeave(how)
      .catch((error: unknown) => (error instanceof NetworkError ? setUnreached(true) : toastProblem(error)))
      .finally(() => setLeaving(null));
  };
  const buttonOf = (how: Leaving) => ({
    loading: leaving === how,
    disabled: leaving !== null,
    onClick: () => leave(how),
  });
  return (
    <Dialog isOpen onClose={stay} title={title}>
      <p>{text}</p>
      {isUnreached && (
        <p role="alert" className="error-text">
          {m.unsent_still_signed_in()}
        </p>
      )}
      <DialogButtons>
        {entries.length > 0 && (
          <Button variant="subtle" color="red" {...buttonOf('discard')}>
            {m.unsent_sign_out_delete()}
          </Button>
        )}
        <Button variant="default" {...buttonOf('keep')}>
          {entries.length > 0 ? m.unsent_sign_out_keep() : m.shell_sign_out()}
        </Button>
        <Button onClick={stay} data-autofocus>
          {m.unsent_sign_out_stay()}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** They may be sent while the question is open. */
function useWaiting(personId: string, initial: readonly UnsentEntry[]): readonly UnsentEntry[] {
  const [entries, setEntries] = useState(initial);
  useEffect(
    () => unsentStore.subscribe(() => void listEntries(personId).then(setEntries, () => undefined)),
    [personId],
  );
  return entries;
}
