// The shortcut of an installation: `/dashboard?timer=start` opens the tasks, or the timer that is running already.

import type { AnyRouter } from '@tanstack/react-router';

export function openRequestedTimer(control: HTMLElement | null, { history }: AnyRouter): void {
  control?.querySelector('button')?.click();
  // Not again after a reload.
  history.replace(location.pathname);
}
