// The plain fields of a worklog (domain/worklog-fields.ts) as the API returns them.

import { z } from 'zod';
import { mapTexts, type WorklogField } from '#domain/worklog-fields.ts';
import { day, instant } from './fields.ts';

export const worklogValues = {
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  minutes: z.int().nullable().describe('Elapsed minutes; null for an expense'),
  zone: z.string().describe('Zone in which the times were entered'),
  day,
  amountMinor: z.int().nullable(),
  currency: z.string(),
  isBillable: z.boolean(),
  ...mapTexts(() => z.string()),
} satisfies Record<WorklogField, z.ZodType>;
