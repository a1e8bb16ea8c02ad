import Keyboard from 'lucide-react/icons/keyboard';
import { Suspense, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { useRole } from '../auth.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { inKit, lazyPart } from '../ui/lazy.tsx';
import { useShellKeys } from './keys.ts';
import classes from './shell.module.css';

const KeyList = lazyPart(inKit(() => import('./KeyList.tsx').then((file) => file.KeyList)));

/** The button that lists the keys, and the keys themselves. */
export function KeyHelp() {
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  const before = useRef<Element | null>(null);
  const open = () => {
    before.current = document.activeElement;
    setOpen(true);
  };
  // The list arrives already open, so nobody else knows where the focus was.
  const close = () => {
    setOpen(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  useShellKeys(role, open);
  return (
    <>
      <IconButton aria-label={m.keys_help()} onClick={open} className={classes.keyButton ?? ''}>
        <Keyboard size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <KeyList onClose={close} />
        </Suspense>
      )}
    </>
  );
}
