// Rows of the files that are shown with a question, found by their places.

import { sql } from 'kysely';
import type { HistoryExample } from '#contract/history-rows.ts';
import type { CompanyContext } from '../request/context.ts';

type Place = { fileNumber: number; line: number };

/** Pairs of file and line, as a check stored them. */
export const placesIn = (stored: unknown): Place[] =>
  (Array.isArray(stored) ? stored : []).map((place) => ({ fileNumber: Number(place[0]), line: Number(place[1]) }));

const keyOf = ({ fileNumber, line }: Place): string => `${fileNumber} ${line}`;

const maxNotesShown = 80;

/** Returns the rows at given places. Those that are deleted already are left out. */
export async function findExamples({ db, company }: CompanyContext, importId: string, places: readonly Place[]) {
  const rows =
    places.length === 0
      ? []
      : await db
          .selectFrom('historyRows as r')
          .where('r.companyId', '=', company.id)
          .where('r.importId', '=', importId)
          .where(
            sql`(r.file_number, r.line)`,
            'in',
            sql`(select * from unnest(${places.map(({ fileNumber }) => fileNumber)}::smallint[], ${places.map(({ line }) => line)}::integer[]))`,
          )
          .select(['r.fileNumber', 'r.line', 'r.person', 'r.project', 'r.task'])
          .select(['r.day', 'r.startsAt', 'r.endsAt', 'r.seconds'])
          .select(sql<string>`left(r.notes, ${maxNotesShown})`.as('notes'))
          .execute();
  const byPlace = new Map(rows.map((row): [string, HistoryExample] => [keyOf(row), row]));
  return (wanted: readonly Place[]): HistoryExample[] => wanted.flatMap((place) => byPlace.get(keyOf(place)) ?? []);
}
