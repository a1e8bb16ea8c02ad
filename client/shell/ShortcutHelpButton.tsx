import Keyboard from 'lucide-react/icons/keyboard';
import { m } from '#locales/messages.js';
import { useRouteAccess } from '../routing/route-access.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyPart, OverlayMount } from '../ui/lazy.tsx';
import { useGlobalShortcuts } from './global-shortcuts.ts';
import { useOverlay } from './overlay.ts';
import classes from './shell.module.css';

const ShortcutList = lazyPart(() => import('./ShortcutList.tsx').then((file) => file.ShortcutList));

/** The button that opens the list of shortcuts; also installs the global shortcuts. */
export function ShortcutHelpButton() {
  const access = useRouteAccess();
  const { isOpen, open, close } = useOverlay();
  useGlobalShortcuts(access, open);
  return (
    <>
      <IconButton aria-label={m.keys_help()} onClick={open} className={classes.keyButton ?? ''}>
        <Keyboard size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {isOpen && (
        <OverlayMount>
          <ShortcutList onClose={close} />
        </OverlayMount>
      )}
    </>
  );
}
