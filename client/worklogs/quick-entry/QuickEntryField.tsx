import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { closeQuickEntry, saveQuickEntryText, useQuickEntry } from '../../shell/quick-entry.ts';
import { DeferredMount, lazyPart } from '../../ui/lazy.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import classes from './field.module.css';
import type { AfterSubmit } from './pending-task.ts';

const QuickEntryPanel = lazyPart(() => import('./QuickEntryPanel.tsx').then((file) => file.QuickEntryPanel));

/** Quick entry over any page. What recognizes the line is loaded in advance, and may still be missing when typing begins. */
export function QuickEntryDialog() {
  const { isOpen, line } = useQuickEntry();
  return (
    <>
      <Modal
        isOpen={isOpen}
        className={classes.dialog}
        aria-label={m.quick_title()}
        onClose={() => closeQuickEntry(line)}
        closesOnLink
      >
        <QuickEntryField isNeeded onClose={closeQuickEntry} />
      </Modal>
      {!isOpen && (
        <DeferredMount isNeeded={false}>
          <QuickEntryPanel isShown={false} />
        </DeferredMount>
      )}
    </>
  );
}

/** On a page, without a dialog around it. While the dialog is open, the dialog has the line. */
export function QuickEntryOnPage({ className = '' }: { className?: string | undefined }) {
  const { isOpen, line } = useQuickEntry();
  const [isUsed, setUsed] = useState(false);
  return (
    <fieldset aria-label={m.quick_title()} className={className} onFocus={() => setUsed(true)}>
      <QuickEntryField key={String(isOpen)} isNeeded={!isOpen && (isUsed || line !== '')} onClose={null} />
    </fieldset>
  );
}

type FieldProps = {
  /** Whether the panel is. */
  isNeeded: boolean;
  /** As of the panel. */
  onClose: typeof closeQuickEntry | null;
};

/** A field that can be typed into at once; the panel replaces it when it is loaded, and continues with what was typed. */
function QuickEntryField({ isNeeded, onClose }: FieldProps) {
  const { line } = useQuickEntry();
  const field = useRef<HTMLInputElement>(null);
  const [isReplaced, setReplaced] = useState(false);
  /** Requested by Enter before the line is recognized. */
  const [submits, setSubmits] = useState<AfterSubmit | null>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setSubmits(event.ctrlKey || event.metaKey ? 'stay' : 'close');
  };
  return (
    <>
      {isNeeded && (
        <Suspense>
          <QuickEntryPanel
            isShown
            line={line}
            replaces={field}
            onReplaced={() => setReplaced(true)}
            submits={submits}
            onClose={onClose}
          />
        </Suspense>
      )}
      {/* After the panel: a dialog gives its first field the focus, and a loaded panel appears together with this one. */}
      {!isReplaced && (
        <div className={classes.contents} data-on-page={onClose === null || undefined}>
          <SearchBox
            ref={field}
            data-autofocus
            role="combobox"
            aria-label={m.quick_label()}
            aria-expanded={false}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={m.quick_placeholder()}
            value={line}
            onChange={(event) => {
              setSubmits(null);
              saveQuickEntryText(event.currentTarget.value);
            }}
            onKeyDown={press}
          />
        </div>
      )}
    </>
  );
}
