// What went wrong, for whoever pressed something that has no place of its own to say it.

import { showToast } from '../shell/toast.ts';
import { problemText } from './problem-text.ts';

export const toastProblem = (error: unknown): void => showToast(problemText(error), { type: 'error' });
