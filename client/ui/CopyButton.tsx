import { m } from '#locales/messages.js';
import { showToast } from '../toast.ts';
import { Button } from './Button.tsx';

/** Not shown on plain http, where browsers have no Clipboard API. */
export function CopyButton({ text, label = m.account_copy() }: { text: string; label?: string }) {
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(m.account_copied(), { type: 'success' }),
      () => showToast(m.account_copy_failed(), { type: 'warning' }),
    );
  return (
    <Button variant="default" size="compact-sm" onClick={copy}>
      {label}
    </Button>
  );
}
