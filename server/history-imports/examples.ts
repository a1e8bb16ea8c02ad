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
  const files = places.map(({ fileNumber }) => fileNumber);
  const lines = places.map(({ line }) => line);
  // By `offset 0` each row is found by its place: PostgreSQL knows nothing of the table yet and would read all rows of the import.
  const { rows } = await sql<HistoryExample>`
    select r.* from unnest(${files}::smallint[], ${lines}::integer[]) place (file_number, line) cross join lateral (
      select h.file_number, h.line, h.person, h.project, h.task, h.day, h.starts_at, h.ends_at, h.seconds, left(h.notes, ${maxNotesShown}) as notes
      from history_rows h where h.company_id = ${company.id} and h.import_id = ${importId}
        and h.file_number = place.file_number and h.line = place.line offset 0) r`.execute(db);
  const byPlace = new Map(rows.map((row): [string, HistoryExample] => [keyOf(row), row]));
  return (wanted: readonly Place[]): HistoryExample[] => wanted.flatMap((place) => byPlace.get(keyOf(place)) ?? []);
}
