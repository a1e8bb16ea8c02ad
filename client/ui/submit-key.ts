// Ctrl or ⌘ with Enter submits the form that has the focus, also from a text of several lines. What a component does itself with
// this key comes first and prevents it.

export function startSubmitKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented)
      return;
    const form = event.target instanceof Element ? event.target.closest('form') : null;
    const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!button) return;
    event.preventDefault();
    // As if it was pressed: a button that is busy does nothing.
    button.click();
  });
}
