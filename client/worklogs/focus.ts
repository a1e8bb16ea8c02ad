/** By then what was saved stands in the list. */
const rowDrawnMs = 160;

/** The row of a worklog, or the page if it is not shown: the focus is never lost when a form closes. Whoever has gone on by then is not called back. */
export function focusRowWhenDrawn(id: string | null): number {
  const left = document.activeElement;
  return window.setTimeout(() => {
    const focused = document.activeElement;
    if (focused === left || isLeaving(focused)) focusRow(id);
  }, rowDrawnMs);
}

function focusRow(id: string | null): void {
  const mark = id === null ? null : document.querySelector(`[data-worklog="${CSS.escape(id)}"]`);
  const row = mark?.closest<HTMLElement>('tr[data-row], button');
  if (row) row.focus();
  else if (isLeaving(document.activeElement)) document.getElementById('content')?.focus();
}

/** Nowhere, or still in the form, which goes away right after this. */
const isLeaving = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('[role=dialog]') !== null;

/** The first wrong field, or what was refused, once it is shown: so it is read and seen. */
export function focusFirstMistake(form: HTMLElement | null): void {
  setTimeout(() => {
    const wrong =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[data-refusal]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'nearest' });
  });
}
