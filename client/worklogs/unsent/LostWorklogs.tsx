import { useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx';
import { toastProblem } from '../../ui/problem-toast.ts';
import { Section } from '../../ui/Section.tsx';
import type { ShownEntry } from './entry.ts';
import { addAgain, discardLost } from './lost.ts';
import { keepFocusNear, UnsentItems, type UnsentItemsProps } from './UnsentItem.tsx';
import classes from './unsent.module.css';

/** Worklogs that are no longer on the server since it was restored to an earlier moment, until the worker decides about them. */
export function LostWorklogs({ entries, onOpen }: UnsentItemsProps) {
  return (
    <Section title={m.lost_title()} text={m.lost_text()}>
      {entries.length > 1 && <ForAll entries={entries} />}
      <UnsentItems entries={entries} onOpen={onOpen} />
    </Section>
  );
}

function ForAll({ entries }: { entries: readonly ShownEntry[] }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ids = entries.map(({ id }) => id);
  const act = async (work: Promise<void>, button: HTMLElement) => {
    setBusy(true);
    await work.then(keepFocusNear(button)).catch(toastProblem);
    setBusy(false);
  };
  return (
    <div className={classes.buttons}>
      <Button variant="default" loading={isBusy} onClick={({ currentTarget }) => act(addAgain(ids), currentTarget)}>
        {m.lost_add_all()}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {m.lost_discard_all()}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={m.lost_discard_title({ count: ids.length })}>
        <p>{m.lost_discard_text()}</p>
        <DialogButtons>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {m.ui_cancel()}
          </Button>
          <Button color="red" onClick={({ currentTarget }) => act(discardLost(ids), currentTarget)}>
            {m.lost_discard_all()}
          </Button>
        </DialogButtons>
      </Dialog>
    </div>
  );
}
