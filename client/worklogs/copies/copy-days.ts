// Copying worklogs onto other days: the possible target days, two presets, and the split into requests.

import type { Company } from '#contract/companies.ts';
import type { CopyResult } from '#contract/copies.ts';
import { addDays, type Day, weekStart } from '#domain/calendar.ts';
import { maxCopies } from '#domain/copies.ts';
import { serverNow } from '../../clock.ts';
import { newWorklogId } from '../unsent/new-id.ts';

type Rules = Pick<Company, 'allowFuture' | 'lockedUntil'>;

/** The server validates every copy; this only disables obviously impossible days. */
export const isPossibleTarget = (day: Day, from: Day, today: Day, { allowFuture, lockedUntil }: Rules): boolean =>
  day !== from && (allowFuture || day <= today) && (lockedUntil === null || day > lockedUntil);

export function restOfWeek(from: Day, weekStartsOn: number): Day[] {
  const start = weekStart(from, weekStartsOn);
  return daysFrom(start).filter((day) => day > from);
}

/** Monday to Friday of the next week. */
export const nextWeekdays = (from: Day, weekStartsOn: number): Day[] =>
  daysFrom(addDays(weekStart(from, weekStartsOn), 7)).filter((day) => Temporal.PlainDate.from(day).dayOfWeek <= 5);

const daysFrom = (start: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(start, index));

/** With an id for each copy: sent again at any time, it creates no second one. */
export type CopyRequest = {
  worklogIds: string[];
  toDays: Day[];
  confirmOverlap?: boolean;
  copyIds: { worklogId: string; day: Day; id: string }[];
};

/** Every worklog onto every day, in as few requests as the limit allows. */
export const copyRequests = (worklogIds: readonly string[], days: readonly Day[]): CopyRequest[] =>
  slices(worklogIds, maxCopies).flatMap((ids) =>
    slices(days, Math.floor(maxCopies / ids.length)).map((part) => withIds({ worklogIds: ids, toDays: part })),
  );

const withIds = (request: Omit<CopyRequest, 'copyIds'>): CopyRequest => ({
  ...request,
  copyIds: request.toDays.flatMap((day) =>
    request.worklogIds.map((worklogId) => ({ worklogId, day, id: newWorklogId(serverNow()) })),
  ),
});

export const isOverlapResult = ({ code }: Pick<CopyResult, 'code'>): boolean => code === 'worklog.conflict';

/** Requests that repeat the copies refused for an overlap, with the overlap confirmed. */
export const confirmedCopyRequests = (results: readonly CopyResult[]): CopyRequest[] =>
  [...Map.groupBy(results.filter(isOverlapResult), ({ day }) => day)].map(([day, refused]) =>
    withIds({ worklogIds: refused.map(({ worklogId }) => worklogId), toDays: [day], confirmOverlap: true }),
  );

const slices = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
