import Zap from 'lucide-react/icons/zap';
import { m } from '#locales/messages.js';
import { openQuickEntry } from '../../shell/quick-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { useIsPhone } from '../../ui/width.ts';

/** Opens quick entry, like the shortcut Q. An icon where the views need the width; on a phone it is in the bottom navigation. */
export function QuickEntryButton() {
  if (useIsPhone()) return null;
  return (
    <Button
      variant="default"
      aria-keyshortcuts="Q"
      data-tip={m.quick_title()}
      leftSection={<Zap size={18} aria-hidden />}
      onClick={() => openQuickEntry()}
    >
      <span className="visually-hidden-in-narrow-header">{m.quick_title()}</span>
    </Button>
  );
}
