// Whether a failed mail job will be retried.

import type { JobHelpers } from 'graphile-worker';
import { Postponed } from '../mail/slow-recipients.ts';
import { Undeliverable } from '../ports/mail/mail.ts';

export const isLastTry = (error: unknown, { job }: Pick<JobHelpers, 'job'>): boolean =>
  error instanceof Undeliverable || (job.attempts >= job.max_attempts && !(error instanceof Postponed));
