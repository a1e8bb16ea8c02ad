// Keeps the focus in the list when the focused row disappears: it moves to the next row.

const mark = 'worklog-';

export const rowMark = (id: string): string => `${mark}${id}`;

const marks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[id^="${mark}"]`)];

/** Focuses the table row, or the button of a card. */
function focusOn(element: HTMLElement | undefined): boolean {
  const target = element?.closest<HTMLElement>('[data-row], button');
  target?.focus({ preventScroll: false });
  return target !== undefined && target !== null;
}

/** Call before the rows of `ids` are removed. */
export function focusBeside(ids: readonly string[], fallback: HTMLElement | null): void {
  const all = marks();
  const leaving = new Set(ids.map(rowMark));
  const last = all.findLastIndex(({ id }) => leaving.has(id));
  const stays = ({ id }: HTMLElement) => !leaving.has(id);
  const beside = all.slice(last + 1).find(stays) ?? all.slice(0, Math.max(0, last)).findLast(stays);
  if (!focusOn(beside)) fallback?.focus();
}

/** Call when a dialog about one worklog closes. */
export function focusRow(id: string, fallback: HTMLElement | null): void {
  const row = document.getElementById(rowMark(id)) ?? undefined;
  if (!focusOn(row)) fallback?.focus();
}
