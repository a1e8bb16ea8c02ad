import Zap from 'lucide-react/icons/zap';
import { m } from '#locales/messages.js';
import { openQuickEntry } from '../../shell/quick-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useIsLargeScreen } from '../../ui/width.ts';
import classes from '../favourite.module.css';

/** Opens quick entry, like the shortcut Q. An icon where the primary action and the views need the width. */
export function QuickEntryButton() {
  const open = () => openQuickEntry();
  if (!useIsLargeScreen()) {
    return (
      <IconButton
        variant="default"
        aria-label={m.quick_title()}
        aria-keyshortcuts="Q"
        onClick={open}
        className={classes.thumb ?? ''}
      >
        <Zap size={20} aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button variant="default" aria-keyshortcuts="Q" leftSection={<Zap size={18} aria-hidden />} onClick={open}>
      {m.quick_title()}
    </Button>
  );
}
