// What goes to the console: not the errors that the screen tells about in full, from which nobody learns more.

import { ApiProblem, NoAnswer } from './api.ts';
import { PageNotLoaded } from './routing/page-loading.ts';

export function onCaughtError(error: unknown): void {
  if (!isToldOnScreen(error)) console.error(error);
}

const isToldOnScreen = (error: unknown): boolean =>
  error instanceof NoAnswer || error instanceof ApiProblem || error instanceof PageNotLoaded;
