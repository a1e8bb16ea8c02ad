// Restores the focus to a row when the user returns to a page by Back or Forward, and when its focused control is gone.

import { useLayoutEffect } from 'react';
import { isRecord } from '../storage.ts';

const focusedRows = new Map<string, string>();

/** The router's key of the history entry, which is stable over Back and Forward. */
const historyKey = (): string => (isRecord(history.state) ? String(history.state.__TSR_key) : '');

/** Only while the focus is outside of the page content, such as on the back button. */
export function restoreRowFocus(rows: HTMLElement | null): void {
  const id = rows && focusedRows.get(historyKey());
  if (!id || document.getElementById('content')?.contains(document.activeElement)) return;
  focusRowOrControl(rows.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`));
}

/** Of a card, which cannot have the focus itself, the first control. */
function focusRowOrControl(row: HTMLElement | null): void {
  const control = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('button:enabled, a');
  control?.focus({ preventScroll: true });
}

/** The row whose control has the focus, or had it when it was removed: one for the page, as there is one focus. */
let focusedRow: HTMLElement | null = null;

/** Handlers of what contains the rows. */
export const rowFocusProps = {
  onFocus: ({ target }: { target: Element }) => {
    focusedRow = target.closest<HTMLElement>('[data-row]');
    const id = focusedRow?.dataset.row;
    if (id) focusedRows.set(historyKey(), id);
  },
  // Not called where the control is removed. A window in the background keeps its focused control.
  onBlur: ({ target }: { target: Element }) => {
    if (document.activeElement !== target) focusedRow = null;
  },
};

/** A change by somebody else may remove or disable the control that has the focus: then its row has it. */
export function useFocusedRow(): void {
  useLayoutEffect(() => {
    if (!focusedRow?.isConnected) focusedRow = null;
    else if (document.activeElement?.matches('body, :disabled')) focusRowOrControl(focusedRow);
  });
}
