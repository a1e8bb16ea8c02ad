// How dragging and the arrow keys change the times of a worklog. Moving keeps the duration; moving to another day keeps the
// wall time, and asks which time is meant if it is ambiguous there.

import { addDays, wallTimeOf } from '#domain/calendar.ts';
import { minuteMs } from '#domain/duration.ts';
import { resolveMoment } from '../entry.ts';
import type { Span } from './layout.ts';

/** Steps in minutes. All zone offsets are multiples of a quarter of an hour, so rounding instants also rounds wall times. */
export const steps = { usual: 15, fine: 5, large: 60 } as const;

export const snapToStep = (at: number, minutes: number): number =>
  Math.round(at / (minutes * minuteMs)) * minutes * minuteMs;

/** The interval between the start of a drag and the pointer, in either direction, at least one step long. */
export function spanBetween(anchor: number, at: number, minutes: number): Span {
  const [first, last] = [Math.min(anchor, at), Math.max(anchor, at)];
  const size = minutes * minuteMs;
  const from = Math.floor(first / size) * size;
  return { from, to: Math.max(from + size, Math.round(last / size) * size) };
}

export const moveSpan = ({ from, to }: Span, at: number): Span => ({ from: at, to: at + (to - from) });

export type Edge = 'start' | 'end';

/** Moves one edge; it never passes the other one. */
export function resizeSpan({ from, to }: Span, edge: Edge, at: number, minutes: number): Span {
  const size = minutes * minuteMs;
  return edge === 'start' ? { from: Math.min(at, to - size), to } : { from, to: Math.max(at, from + size) };
}

/** The next quarter of an hour; from a full quarter, or by a large step, the whole step. */
export function nextStep(at: number, minutes: number): number {
  const size = steps.usual * minuteMs;
  const isOnMark = at % size === 0;
  if (isOnMark || Math.abs(minutes) > steps.usual) return snapToStep(at + minutes * minuteMs, steps.usual);
  return minutes > 0 ? Math.ceil(at / size) * size : Math.floor(at / size) * size;
}

/** The new position. `wall`: the intended wall time, which may not exist or may happen twice. */
export type TargetTime = { span: Span; wall: string };

export const targetTime = (span: Span, zone: string): TargetTime => ({
  span,
  wall: wallTimeOf(new Date(span.from), zone),
});

/** The same wall time on another day; the preview shows the first possible instant. */
export function moveByDays({ span, wall }: TargetTime, days: number, zone: string): TargetTime {
  if (days === 0) return { span, wall };
  const intended = `${addDays(wall.slice(0, 10), days)}${wall.slice(10)}`;
  const [first = span.from] = possibleInstants(intended, zone);
  return { span: moveSpan(span, first), wall: intended };
}

/** The instants that a wall time may mean: one, two if it happens twice, or the nearest two if it does not exist. */
export function possibleInstants(wall: string, zone: string): number[] {
  const [day, time] = [wall.slice(0, 10), wall.slice(11)];
  const moment = resolveMoment(day, time, zone, '');
  if (moment.state === 'ready') return [moment.at.getTime()];
  if (moment.state === 'twice') return moment.twins.map((twin) => twin.at.getTime()).sort((a, b) => a - b);
  if (moment.state !== 'missing') return [];
  return moment.nearest.flatMap((near) => possibleInstants(near, zone)).sort((a, b) => a - b);
}

export type ClockQuestion = {
  isMissing: boolean;
  wall: string;
  /** The option under the pointer comes first. */
  options: readonly { at: number; wall: string }[];
  zone: string;
};

/** The question to ask before the edge is placed there, or null. */
export function clockQuestion(wall: string, pointed: number, zone: string): ClockQuestion | null {
  const instants = possibleInstants(wall, zone);
  if (instants.length < 2) return null;
  const options = instants.map((at) => ({ at, wall: wallTimeOf(new Date(at), zone) }));
  const isMissing = options.every((option) => option.wall !== wall);
  const byPointed = options.sort((a, b) => Number(b.at === pointed) - Number(a.at === pointed));
  return { isMissing, wall, options: byPointed, zone };
}
