// The row that had the focus when a page was left, for whoever comes back to it by Back or Forward.

import { isRecord } from '../storage.ts';

const places = new Map<string, string>();

/** The entry in the history of the browser, which stays the same however often one comes back to it. */
const entry = (): string => (isRecord(history.state) ? String(history.state.__TSR_key) : '');

export function notePlace({ target }: { target: Element }): void {
  const row = target.closest('[data-row]')?.getAttribute('data-row');
  if (row) places.set(entry(), row);
}

/** Takes the focus from where the way back was pressed, never from something on the page. */
export function resumePlace(rows: HTMLElement | null): void {
  const id = rows && places.get(entry());
  if (!id || document.getElementById('content')?.contains(document.activeElement)) return;
  const row = rows.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
}
