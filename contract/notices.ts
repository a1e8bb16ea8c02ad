// Notices: which kinds of email a person wants, and the unsubscribe link in each of them.

import { z } from 'zod';
import { noticeKinds } from '#domain/notice-kinds.ts';
import { endpoint } from './endpoint.ts';
import { code } from './fields.ts';

const kind = z
  .enum(noticeKinds)
  .describe(
    'decisions: own worklogs were rejected or reopened; waiting: work waits for a decision; empty-week; stand-in; report: a saved report, every week or month; budget: 80 or 100 % of a budget is used',
  );

const noticeChoices = z
  .object({ emails: z.array(z.object({ kind, isWanted: z.boolean() })).max(noticeKinds.length) })
  .meta({ id: 'EmailChoices' });
export type NoticeChoices = z.infer<typeof noticeChoices>;

export const noticeEndpoints = {
  listEmailChoices: endpoint({
    method: 'GET',
    path: '/account/emails',
    can: 'verified',
    summary: 'Which kinds of email the person wants; the policies of a company may switch them off for all members',
    input: z.strictObject({}),
    output: noticeChoices,
  }),
  chooseEmails: endpoint({
    method: 'PATCH',
    path: '/account/emails',
    can: 'verified',
    summary: 'Want or decline one kind of email, from all companies',
    input: z.strictObject({ kind, isWanted: z.boolean() }),
    output: noticeChoices,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/link-actions/unsubscribe',
    can: 'anyone',
    idempotencyScope: 'code',
    rateLimit: 'secret',
    summary: 'Decline the kind of email whose link this is; the code allows nothing else and works without signing in',
    input: z.strictObject({ code }),
    output: z.object({ kind }),
    refuses: ['link.not-usable'],
  }),
};
