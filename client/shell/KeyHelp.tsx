import Keyboard from 'lucide-react/icons/keyboard';
import { m } from '#locales/messages.js';
import { useReader } from '../routing/openable.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { inKit, lazyPart, OverPage } from '../ui/lazy.tsx';
import { useShellKeys } from './keys.ts';
import { useOverlay } from './overlay.ts';
import classes from './shell.module.css';

const KeyList = lazyPart(inKit(() => import('./KeyList.tsx').then((file) => file.KeyList)));

/** The button that opens the list of shortcuts; also installs the global shortcuts. */
export function KeyHelp() {
  const reader = useReader();
  const { isOpen, open, close } = useOverlay();
  useShellKeys(reader, open);
  return (
    <>
      <IconButton aria-label={m.keys_help()} onClick={open} className={classes.keyButton ?? ''}>
        <Keyboard size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {isOpen && (
        <OverPage>
          <KeyList onClose={close} />
        </OverPage>
      )}
    </>
  );
}
