import { mayOpen, useReader } from './routing/openable.ts';
import { closeQuickEntry, useQuickEntry } from './shell/quick-entry.ts';
import { Later, lazyPart } from './ui/lazy.tsx';

const QuickEntry = lazyPart(() => import('./worklogs/quick/QuickEntry.tsx').then((file) => file.QuickEntry));

/** Over every screen, for those who log work. Fetched before it is asked for: nobody waits to begin typing. */
export function QuickEntryPlace() {
  const { isOpen, line } = useQuickEntry();
  const isForThem = mayOpen('/worklogs', useReader());
  return (
    isForThem && (
      <Later isNeeded={isOpen}>
        <QuickEntry isOpen={isOpen} line={line} onClose={closeQuickEntry} />
      </Later>
    )
  );
}
