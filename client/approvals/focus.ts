// Keeps the focus in the list when the focused row disappears: it moves to the next row.

const rowIdPrefix = 'worklog-';

export const rowElementId = (id: string): string => `${rowIdPrefix}${id}`;

const rowElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[id^="${rowIdPrefix}"]`)];

/** Focuses the table row, or the button of a card. */
function focusOn(element: HTMLElement | undefined): boolean {
  const target = element?.closest<HTMLElement>('[data-row], button');
  target?.focus({ preventScroll: false });
  return target !== undefined && target !== null;
}

/** Call before the rows of `ids` are removed. */
export function focusNextRow(ids: readonly string[], fallback: HTMLElement | null): void {
  const all = rowElements();
  const leaving = new Set(ids.map(rowElementId));
  const last = all.findLastIndex(({ id }) => leaving.has(id));
  const isStaying = ({ id }: HTMLElement) => !leaving.has(id);
  const neighbour = all.slice(last + 1).find(isStaying) ?? all.slice(0, Math.max(0, last)).findLast(isStaying);
  if (!focusOn(neighbour)) fallback?.focus();
}

/** Call when a dialog about one worklog closes. */
export function focusRow(id: string, fallback: HTMLElement | null): void {
  const row = document.getElementById(rowElementId(id)) ?? undefined;
  if (!focusOn(row)) fallback?.focus();
}
