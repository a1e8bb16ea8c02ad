// Whether a failed mail job will be retried, and why the mail was not delivered.

import type { JobHelpers } from 'graphile-worker';
import type { UndeliverableReason } from '#domain/invites.ts';
import { Undeliverable } from '../ports/mail/mail.ts';
import { PostponedError } from './slow-recipients.ts';

export const isLastAttempt = (error: unknown, { job }: Pick<JobHelpers, 'job'>): boolean =>
  error instanceof Undeliverable || (job.attempts >= job.max_attempts && !(error instanceof PostponedError));

export const undeliverableReason = (error: unknown): UndeliverableReason => {
  const refused = error instanceof Undeliverable ? error.refused : null;
  return refused === null ? 'not-sent' : `${refused}-refused`;
};
