import { canOpen, useRouteAccess } from './routing/route-access.ts';
import { closeQuickEntry, useQuickEntry } from './shell/quick-entry.ts';
import { DeferredMount, lazyPart } from './ui/lazy.tsx';

const QuickEntry = lazyPart(() => import('./worklogs/quick/QuickEntry.tsx').then((file) => file.QuickEntry));

/** Quick entry over every page, for users who log work. Loaded in advance, so that typing can begin at once. */
export function QuickEntryMount() {
  const { isOpen, line } = useQuickEntry();
  const canLog = canOpen('/worklogs', useRouteAccess());
  return (
    canLog && (
      <DeferredMount isNeeded={isOpen}>
        <QuickEntry isOpen={isOpen} line={line} onClose={closeQuickEntry} />
      </DeferredMount>
    )
  );
}
