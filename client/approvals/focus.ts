// The focus of the list when a row leaves under it: it goes to the next row, never to nowhere.

const mark = 'worklog-';

export const rowMark = (id: string): string => `${mark}${id}`;

const marks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[id^="${mark}"]`)];

/** A row of the table takes the focus itself; a card by the button that opens it. */
function focusOn(element: HTMLElement | undefined): boolean {
  const target = element?.closest<HTMLElement>('[data-row], button');
  target?.focus({ preventScroll: false });
  return target !== undefined && target !== null;
}

/** Before the rows of `ids` leave. */
export function focusBeside(ids: readonly string[], fallback: HTMLElement | null): void {
  const all = marks();
  const leaving = new Set(ids.map(rowMark));
  const last = all.findLastIndex(({ id }) => leaving.has(id));
  const stays = ({ id }: HTMLElement) => !leaving.has(id);
  const beside = all.slice(last + 1).find(stays) ?? all.slice(0, Math.max(0, last)).findLast(stays);
  if (!focusOn(beside)) fallback?.focus();
}

/** When a dialog about one worklog closes. */
export function focusRow(id: string, fallback: HTMLElement | null): void {
  const row = document.getElementById(rowMark(id)) ?? undefined;
  if (!focusOn(row)) fallback?.focus();
}
