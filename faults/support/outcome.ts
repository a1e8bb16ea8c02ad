// The outcome of a fault under load: what every one of them has to keep, and its own figures.

import { type FaultOutcome, missedOf } from '../fault.ts';
import type { compare, LoadFigures } from './load.ts';

type Stored = Awaited<ReturnType<typeof compare>>;

/** What clients may see while the database or a server is away: a lost connection, or 503 as the contract says. */
const expectedStatuses = new Set([0, 503]);

export function loadOutcome(
  { acknowledged, gapMs, repeated, refused }: LoadFigures,
  { lost, duplicates, withoutEvent }: Stored,
  own: Pick<FaultOutcome, 'figures' | 'missed'>,
): FaultOutcome {
  const others = Object.keys(repeated).filter((status) => !expectedStatuses.has(Number(status)));
  return {
    acknowledged: acknowledged.size,
    lost,
    duplicates,
    gapMs,
    figures: {
      ...own.figures,
      'lost connections': repeated[0] ?? 0,
      '503': repeated[503] ?? 0,
      refused: Object.entries(refused)
        .map(([code, times]) => `${code} ×${times}`)
        .join(', '),
    },
    missed: [
      ...missedOf({
        'something acknowledged': acknowledged.size > 0,
        'nothing lost': lost === 0,
        'nothing twice': duplicates === 0,
        'one event for each': withoutEvent === 0,
        'nothing refused': Object.keys(refused).length === 0,
        'no other status': others.length === 0,
      }),
      ...own.missed,
    ],
  };
}
