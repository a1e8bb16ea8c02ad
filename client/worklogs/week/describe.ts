// Texts for times and worklogs of the week view: labels, announcements and messages.

import type { Worklog } from '#contract/worklogs.ts';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { formatDay, formatTime } from '../../ui/format.ts';
import { statusLabel } from '../../worklog/labels.ts';
import { describeWorklog } from '../describe.ts';
import type { Span } from './layout.ts';

/** "09:00–17:30" */
export const formatSpan = ({ from, to }: Span, zone: string): string => `${timeText(from, zone)}–${timeText(to, zone)}`;

const timeText = (at: number, zone: string): string => formatTime(new Date(at).toISOString(), zone);

/** "Mon 16 Nov, 09:00–17:30" */
export const formatDayAndSpan = (span: Span, zone: string): string =>
  `${formatDay(dayOf(new Date(span.from), zone))}, ${formatSpan(span, zone)}`;

/** The complete accessible name of a block. */
export function blockLabel(worklog: Worklog, zone: string, continuesFromPreviousDay: boolean): string {
  return [
    describeWorklog({ ...worklog, zone }),
    statusLabel(worklog.status),
    ...(worklog.isConflicting ? [m.worklogs_conflict()] : []),
    ...(continuesFromPreviousDay ? [m.week_continued()] : []),
  ].join(' · ');
}
