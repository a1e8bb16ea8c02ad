import { mayOpen, useReader } from './routing/openable.ts';
import { closeQuickEntry, useQuickEntry } from './shell/quick-entry.ts';
import { Later, lazyPart } from './ui/lazy.tsx';

const QuickEntry = lazyPart(() => import('./worklogs/quick/QuickEntry.tsx').then((file) => file.QuickEntry));

/** Quick entry over every page, for users who log work. Loaded in advance, so that typing can begin at once. */
export function QuickEntryPlace() {
  const { isOpen, line } = useQuickEntry();
  const canLog = mayOpen('/worklogs', useReader());
  return (
    canLog && (
      <Later isNeeded={isOpen}>
        <QuickEntry isOpen={isOpen} line={line} onClose={closeQuickEntry} />
      </Later>
    )
  );
}
