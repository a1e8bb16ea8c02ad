// Shows an error as a toast, for actions without an error message of their own.

import { problemText } from './problem-text.ts';
import { showToast } from './toast.ts';

export const toastProblem = (error: unknown): void => showToast(problemText(error), { type: 'error' });
