import { useState } from 'react';
import { m } from '#locales/messages.js';
import { openQuickEntry, saveQuickEntryText, useQuickEntry } from '../shell/quick-entry.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import type { QuickEntryPanel } from '../worklogs/quick-entry/QuickEntry.tsx';
import classes from './own-day.module.css';

/** Quick entry on the page. Its panel is loaded once the field is used, and the text typed until then is kept. */
export function QuickEntryField() {
  const { isOpen, line } = useQuickEntry();
  const [Panel, setPanel] = useState<typeof QuickEntryPanel | null>(null);
  const [round, setRound] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const load = () =>
    import('../worklogs/quick-entry/QuickEntry.tsx').then(
      (file) => setPanel(() => file.QuickEntryPanel),
      // The dialog shows why it cannot be loaded.
      () => openQuickEntry(),
    );
  const finish = (left: string) => {
    saveQuickEntryText(left);
    setRound(round + 1);
  };
  return (
    <div className={classes.entryField} onFocus={() => setHasFocus(true)} onBlur={() => setHasFocus(false)}>
      {Panel && !isOpen ? (
        <Panel key={round} line={line} onClose={finish} isOnPage takesFocus={hasFocus} />
      ) : (
        <SearchBox
          aria-label={m.quick_label()}
          placeholder={m.quick_placeholder()}
          autoComplete="off"
          autoCapitalize="none"
          value={line}
          onFocus={load}
          onChange={(event) => saveQuickEntryText(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
