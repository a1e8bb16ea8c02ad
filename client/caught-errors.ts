// Logs errors caught by React error boundaries, except those that the screen explains in full.

import { ApiProblem, NoAnswer } from './api.ts';
import { PageNotLoaded } from './routing/page-loading.ts';

export function onCaughtError(error: unknown): void {
  if (!isToldOnScreen(error)) console.error(error);
}

const isToldOnScreen = (error: unknown): boolean =>
  error instanceof NoAnswer || error instanceof ApiProblem || error instanceof PageNotLoaded;
