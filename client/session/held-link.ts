// The one-time code of an emailed link. It leaves the address bar at once and is held in memory only: long enough to
// sign in and come back, gone with the tab.

import { type LinkMode, linkModes } from '#domain/links.ts';

export type HeldLink = { mode: LinkMode; code: string };

let held: HeldLink | null = null;

export function takeLink(): HeldLink | null {
  const query = new URLSearchParams(window.location.search);
  const code = query.get('code');
  const mode = linkModes.find((known) => known === query.get('mode'));
  if (code && mode) {
    held = { mode, code };
    // The prototype's, because the router listens to the instance's and would draw the page anew.
    History.prototype.replaceState.call(window.history, window.history.state, '', window.location.pathname);
  }
  return held;
}

export function dropLink(): void {
  held = null;
}
