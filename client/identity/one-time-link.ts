// The one-time code of an emailed link. It is removed from the address bar at once and kept in memory only, so that the user
// can sign in and return.

import { linkModes } from '#domain/links.ts';

/** The code of an unsubscribe link can be used repeatedly, but is a secret as well. */
const modes = [...linkModes, 'unsubscribe'] as const;

export type OneTimeLink = { mode: (typeof modes)[number]; code: string };

let current: OneTimeLink | null = null;

export function readOneTimeLink(): OneTimeLink | null {
  const query = new URLSearchParams(window.location.search);
  const code = query.get('code');
  const mode = modes.find((known) => known === query.get('mode'));
  if (code && mode) {
    current = { mode, code };
    // The method of the prototype, because the router patches the instance's method and would render the page again.
    History.prototype.replaceState.call(window.history, window.history.state, '', window.location.pathname);
  }
  return current;
}

export function clearOneTimeLink(): void {
  current = null;
}
