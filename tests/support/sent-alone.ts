// Sends the fields of a PATCH one at a time, and remembers which: tests/api/partial-updates.test.ts expects that all were.

import { expect } from 'vitest';
import type { Actor, Input, Route } from './app.ts';

type Shown = Record<string, unknown>;

/** Fields that may change as a consequence of any change. */
const follows = [
  'version',
  'submittedAt',
  'startedAt',
  'startsAt',
  'endsAt',
  'minutes',
  'days',
  'canUpdate',
  'actions',
];

/** The fields that were sent alone, as "path field". */
export const sentAlone = new Set<string>();
export const noteSent = (route: Route, field: string) => sentAlone.add(`${route.replace('PATCH ', '')} ${field}`);

/** Sends one field at a time and expects that no other changes. `shows` maps to names in the response, where they differ. */
export async function eachAlone<R extends Route>(
  route: R,
  key: () => Promise<Input<R>>,
  fields: Partial<Input<R>>,
  { actor, read, shows = {} }: { actor: Actor; read: () => Promise<Shown>; shows?: Record<string, readonly string[]> },
) {
  for (const [field, value] of Object.entries(fields)) {
    const before = await read();
    noteSent(route, field);
    await actor.ok(route, Object.assign({}, await key(), { [field]: value }));
    const after = await read();
    const changed = Object.keys({ ...before, ...after }).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !follows.includes(name),
    );
    expect([route, field, changed]).toEqual([route, field, shows[field] ?? [field]]);
  }
}
