// Shows an error as a toast, for actions without an error message of their own.

import { showToast } from '../toast.ts';
import { problemText } from './problem-text.ts';

export const toastProblem = (error: unknown): void => showToast(problemText(error), { type: 'error' });
