// Logs errors caught by React error boundaries, except those that the screen explains in full.

import { ApiProblem, NetworkError } from './api.ts';
import { PageNotLoaded } from './routing/page-loading.ts';

export function onCaughtError(error: unknown): void {
  if (!isShownOnScreen(error)) console.error(error);
}

const isShownOnScreen = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof ApiProblem || error instanceof PageNotLoaded;
