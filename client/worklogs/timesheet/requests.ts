// The requests of planned changes. A change of an existing worklog names its length only, so that everything else stays.

import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import type { Interval } from '#domain/gaps.ts';
import type { PlannedChange } from './plan.ts';

type Sent = { companyId: string; confirmOverlap: boolean };

export const newRequest = ({ cell, ...length }: PlannedChange, notes: string, zone: string, sent: Sent) => ({
  ...sent,
  taskId: cell.task.taskId,
  notes,
  ...(length.times ? timesIn(length.times, zone) : { day: cell.day, minutes: length.minutes }),
});

type Amended = { id: string; version: number; zone: string };

export const amendRequest = (
  { id: worklogId, version, zone }: Amended,
  { times, minutes }: Pick<PlannedChange, 'times' | 'minutes'>,
  sent: Sent,
) => ({ ...sent, worklogId, version, ...(times ? timesIn(times, zone) : { minutes }) });

/** Wall times with their offsets, so that none is ambiguous. */
const timesIn = ({ startsAt, endsAt }: Interval, zone: string) => ({
  start: wallTimeOf(startsAt, zone),
  end: wallTimeOf(endsAt, zone),
  startOffset: offsetOf(startsAt, zone),
  endOffset: offsetOf(endsAt, zone),
  zone,
});
