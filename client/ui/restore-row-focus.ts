// Restores the focus to a row when the user returns to a page by Back or Forward.

import { isRecord } from '../storage.ts';

const focusedRows = new Map<string, string>();

/** The router's key of the history entry, which is stable over Back and Forward. */
const historyKey = (): string => (isRecord(history.state) ? String(history.state.__TSR_key) : '');

export function rememberRowFocus({ target }: { target: Element }): void {
  const row = target.closest('[data-row]')?.getAttribute('data-row');
  if (row) focusedRows.set(historyKey(), row);
}

/** Only while the focus is outside of the page content, such as on the back button. */
export function restoreRowFocus(rows: HTMLElement | null): void {
  const id = rows && focusedRows.get(historyKey());
  if (!id || document.getElementById('content')?.contains(document.activeElement)) return;
  const row = rows.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
}
