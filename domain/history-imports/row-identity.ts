// What makes a row of a file the same row in another file: tool, person, start and end (or day and length), project, task and text.
// Of equal rows in one file each further one is another row.

import type { HistoryTool } from './columns.ts';
import type { HistoryRow } from './read-row.ts';

/** `occurrences` counts the rows of one file by the hash of what they say. */
export function rowIdentity(
  tool: HistoryTool,
  row: HistoryRow,
  { occurrences, hash }: { occurrences: Map<string, number>; hash: (text: string) => string },
): string {
  const { personKey, startsAt, endsAt, day, seconds, client, project, task, notes } = row;
  const when = startsAt === null ? [day, String(seconds)] : [startsAt, endsAt];
  const same = hash(JSON.stringify([tool, personKey, ...when, client, project, task, notes]));
  const occurrence = (occurrences.get(same) ?? 0) + 1;
  occurrences.set(same, occurrence);
  return occurrence === 1 ? same : hash(`${same} ${occurrence}`);
}
