import Search from 'lucide-react/icons/search';
import { m } from '#locales/messages.js';
import { isDialogOpen, useDocumentKeys } from '../ui/document-keys.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { lazyPart, OverlayMount } from '../ui/lazy.tsx';
import { useOverlay } from './overlay.ts';

const Finder = lazyPart(() => import('./Finder.tsx').then((file) => file.Finder));

/** The button of the finder and Ctrl/⌘ K. The finder itself is loaded on demand. */
export function FinderButton() {
  const { isOpen, open, close } = useOverlay();
  useDocumentKeys((event) => {
    const isChord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isChord || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    event.preventDefault();
    if (!isDialogOpen()) open();
  });
  return (
    <>
      <IconButton aria-label={m.finder_open()} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {isOpen && (
        <OverlayMount>
          <Finder onClose={close} />
        </OverlayMount>
      )}
    </>
  );
}
