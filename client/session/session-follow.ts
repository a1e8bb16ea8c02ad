// Asking again who somebody is, which companies are theirs and in which role, because something about it has changed.

import { m } from '#locales/messages.js';
import { NoAnswer } from '../api.ts';
import { refreshSession } from '../auth.ts';
import { showToast } from '../shell/toast.ts';

export const companiesNotFetched = (): void => showToast(m.session_companies_not_fetched(), { type: 'error' });

/** A server that does not answer at all is told of by the bar at the top, and asked again when it is back. */
export const followSession = (): Promise<void> =>
  refreshSession().catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) companiesNotFetched();
  });
