// The payload of a `send-notice` job: recipient and subject, only as ids. The text is written when the job runs, from the state
// at that time. Payloads are validated then, because jobs outlive deployments.

import { z } from 'zod';
import { alertThresholds, budgetMeasures } from '#domain/budget-alerts.ts';
import { isDay } from '#domain/calendar.ts';

const reader = { companyId: z.uuid(), userId: z.uuid() };

/** The threshold that the budget of a project, or of one of its tasks, has reached. */
const budgetAlert = z.object({
  projectId: z.uuid(),
  taskId: z.uuid().nullable(),
  measure: z.enum(budgetMeasures),
  threshold: z.literal(alertThresholds),
});
export type BudgetAlert = z.output<typeof budgetAlert>;

export const noticePayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decisions'),
    ...reader,
    worklogs: z.array(z.object({ id: z.uuid(), version: z.int() })).min(1),
  }),
  z.object({ kind: z.literal('waiting'), ...reader }),
  z.object({ kind: z.literal('stand-in'), ...reader, standInId: z.uuid(), hasEnded: z.boolean() }),
  z.object({
    kind: z.literal('budget'),
    ...reader,
    alerts: z.array(budgetAlert).min(1),
  }),
  z.object({ kind: z.literal('empty-week'), ...reader, week: z.string().refine(isDay) }),
]);
export type NoticePayload = z.output<typeof noticePayload>;
export type NoticeOf<Kind extends NoticePayload['kind']> = Extract<NoticePayload, { kind: Kind }>;
