/** After this time the list shows the saved row. */
const rowRenderMs = 160;

/** Focuses the row of a worklog after a form closes, or the page if there is no such row. Does nothing if the user has moved the focus meanwhile. */
export function focusRowAfterRender(id: string | null): number {
  const left = document.activeElement;
  return window.setTimeout(() => {
    const focused = document.activeElement;
    if (focused === left || isLeaving(focused)) focusWorklog(id);
  }, rowRenderMs);
}

function focusWorklog(id: string | null): void {
  const mark = id === null ? null : document.querySelector(`[data-worklog="${CSS.escape(id)}"]`);
  const row = mark?.closest<HTMLElement>('tr[data-row], button');
  if (row) row.focus();
  else if (isLeaving(document.activeElement)) document.getElementById('content')?.focus();
}

/** The focus is nowhere, or in the form that is closing. */
const isLeaving = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('dialog') !== null;

/** Focuses the first invalid field, or the refusal, after it is rendered. */
export function focusFirstError(form: HTMLElement | null): void {
  setTimeout(() => {
    const wrong =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('[data-refusal]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'nearest' });
  });
}

/** Focuses the notes, after the drawer has taken the focus. */
export function focusNotes(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[name=notes]')?.focus());
}
