// Whether a failed mail job will be retried.

import type { JobHelpers } from 'graphile-worker';
import { Undeliverable } from '../ports/mail/mail.ts';
import { PostponedError } from './slow-recipients.ts';

export const isLastAttempt = (error: unknown, { job }: Pick<JobHelpers, 'job'>): boolean =>
  error instanceof Undeliverable || (job.attempts >= job.max_attempts && !(error instanceof PostponedError));
