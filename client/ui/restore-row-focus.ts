// Restores the focus to a row when the user returns to a page by Back or Forward, and when its focused control is gone.

import { useLayoutEffect, useRef } from 'react';
import { isRecord } from '../storage.ts';

const focusedRows = new Map<string, string>();

/** The router's key of the history entry, which is stable over Back and Forward. */
const historyKey = (): string => (isRecord(history.state) ? String(history.state.__TSR_key) : '');

export function rememberRowFocus({ target }: { target: Element }): HTMLElement | null {
  const row = target.closest<HTMLElement>('[data-row]');
  const id = row?.dataset.row;
  if (id) focusedRows.set(historyKey(), id);
  return row;
}

/** Only while the focus is outside of the page content, such as on the back button. */
export function restoreRowFocus(rows: HTMLElement | null): void {
  const id = rows && focusedRows.get(historyKey());
  if (!id || document.getElementById('content')?.contains(document.activeElement)) return;
  const row = rows.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
}

/** A change by somebody else may remove or disable the control that has the focus: then its row has it. Null outside of the rows. */
export function useFocusedRow() {
  const row = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (document.activeElement?.matches('body, :disabled')) row.current?.focus({ preventScroll: true });
  });
  return row;
}
