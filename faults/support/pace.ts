// Requests at a constant rate, whatever the responses take, as many independent people send them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './people.ts';

export type Paced = {
  count: number;
  /** By status; 0 is a lost connection. */
  statuses: Readonly<Record<number, number>>;
  medianMs: number;
  p99Ms: number;
  slowestMs: number;
};

/** Until the time is over, or the event has happened. */
export async function pace(
  perSecond: number,
  until: number | Promise<unknown>,
  send: (number: number) => Promise<Answer>,
): Promise<Paced> {
  const answers: Promise<Answer>[] = [];
  const began = performance.now();
  let isOver = false;
  const over = (typeof until === 'number' ? sleep(until) : until).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const due = ((performance.now() - began) / 1_000) * perSecond; answers.length < due; )
      answers.push(send(answers.length));
    await sleep(2);
  }
  await over;
  return figuresOf(await Promise.all(answers));
}

export function figuresOf(answers: readonly Answer[]): Paced {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const at = (share: number) => Math.round(times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0);
  return { count: answers.length, statuses, medianMs: at(0.5), p99Ms: at(0.99), slowestMs: at(1) };
}

/** Requests that did not succeed. */
export const failedOf = ({ count, statuses }: Paced): number => count - (statuses[200] ?? 0);
