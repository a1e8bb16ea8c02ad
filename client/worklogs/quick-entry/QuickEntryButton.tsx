import Zap from 'lucide-react/icons/zap';
import { m } from '#locales/messages.js';
import { openQuickEntry } from '../../shell/quick-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useIsPhone } from '../../ui/width.ts';
import classes from '../favourite.module.css';

/** Opens quick entry, like the shortcut Q. On a phone it is an icon beside the primary action. */
export function QuickEntryButton() {
  const open = () => openQuickEntry();
  if (useIsPhone()) {
    return (
      <IconButton variant="default" aria-label={m.quick_title()} onClick={open} className={classes.thumb ?? ''}>
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
