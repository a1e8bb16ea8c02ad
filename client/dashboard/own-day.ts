// The rows of the own day: worklogs, and the free time between them that may have been forgotten.

import type { Dashboard } from '#contract/dashboard.ts';
import { freeWithin } from '#domain/gaps.ts';
import { isCounted } from '#domain/totals.ts';

export type OwnDay = NonNullable<Dashboard['own']>;
export type OwnWorklog = OwnDay['worklogs'][number];

/** Shorter gaps are not worth a row. */
const minGapMs = 15 * 60_000;

export type OwnRow =
  | { kind: 'worklog'; worklog: OwnWorklog }
  | { kind: 'gap'; startsAt: string; endsAt: string; minutes: number };

/** In chronological order; worklogs without times last. Rejected worklogs do not take time. */
export function rowsOf(worklogs: readonly OwnWorklog[]): OwnRow[] {
  const rows: OwnRow[] = [...worklogs.map((worklog) => ({ kind: 'worklog' as const, worklog })), ...gapsOf(worklogs)];
  return rows.sort((a, b) => startOf(a) - startOf(b));
}

function gapsOf(worklogs: readonly OwnWorklog[]): OwnRow[] {
  const taken = worklogs.flatMap(({ status, startsAt, endsAt }) =>
    startsAt && endsAt && isCounted({ status }) ? [{ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }] : [],
  );
  if (taken.length === 0) return [];
  const frame = {
    startsAt: new Date(Math.min(...taken.map(({ startsAt }) => startsAt.getTime()))),
    endsAt: new Date(Math.max(...taken.map(({ endsAt }) => endsAt.getTime()))),
  };
  return freeWithin(frame, taken).flatMap(({ startsAt, endsAt }) => {
    const length = endsAt.getTime() - startsAt.getTime();
    if (length < minGapMs) return [];
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    return [{ kind: 'gap' as const, ...times, minutes: length / 60_000 }];
  });
}

function startOf(row: OwnRow): number {
  const { startsAt } = row.kind === 'gap' ? row : row.worklog;
  return startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startsAt);
}
