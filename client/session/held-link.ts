// The one-time code of an emailed link. It leaves the address bar at once and is held in memory only: long enough to
// sign in and come back, gone with the tab.

import { linkModes } from '#domain/links.ts';

/** The code behind the foot of a mail is not used up, but it is nobody's business either. */
const modes = [...linkModes, 'unsubscribe'] as const;

export type HeldLink = { mode: (typeof modes)[number]; code: string };

let held: HeldLink | null = null;

export function takeLink(): HeldLink | null {
  const query = new URLSearchParams(window.location.search);
  const code = query.get('code');
  const mode = modes.find((known) => known === query.get('mode'));
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
