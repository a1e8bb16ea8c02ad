/** The row of a worklog, or the page if it is not shown: the focus is never lost when a form closes. */
export function focusRow(id: string | null): void {
  const mark = id === null ? null : document.querySelector(`[data-worklog="${CSS.escape(id)}"]`);
  const row = mark?.closest<HTMLElement>('tr[data-row], button');
  if (row) row.focus();
  else if (document.activeElement === document.body) document.getElementById('content')?.focus();
}

/** After the messages are shown, so that they are read with their field. */
export function focusFirstMistake(form: HTMLElement | null): void {
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
