import Zap from 'lucide-react/icons/zap';
import { m } from '#locales/messages.js';
import { openQuickEntry } from '../../shell/quick-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import classes from '../../ui/ui.module.css';
import { useIsLargeScreen, useIsPhone } from '../../ui/width.ts';

/** Opens quick entry, like the shortcut Q. An icon where the views need the width; on a phone it is in the bottom navigation. */
export function QuickEntryButton() {
  const open = () => openQuickEntry();
  const isLargeScreen = useIsLargeScreen();
  if (useIsPhone()) return null;
  if (!isLargeScreen) {
    return (
      <IconButton variant="default" aria-label={m.quick_title()} aria-keyshortcuts="Q" onClick={open}>
        <Zap size={20} aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button variant="default" aria-keyshortcuts="Q" leftSection={<Zap size={18} aria-hidden />} onClick={open}>
      <span className={classes.roomyLabel}>{m.quick_title()}</span>
    </Button>
  );
}
