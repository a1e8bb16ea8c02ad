// What the rows of a checked import leave open, and which rows show it. Stored by file and line, so that the content of the files is
// only where it is deleted after a month.

import type { PoolClient } from 'pg';
import { historyQuestions, maxHistoryExamples } from '#domain/history-imports/questions.ts';
import { verdictsWithOutcome } from '#domain/history-imports/verdicts.ts';
import type { CheckedImport } from './check-rows.ts';

/** Places of rows: file and line. */
type Places = (readonly [fileNumber: number, line: number])[];
export type StoredQuestions = Record<string, { rows: number; examples: Places }>;

/** Skipped with one answer, imported with another. */
const dependingOnAnswers = ['overlaps', 'no-free-time', 'without-times', 'locked'];

/** After `checkRows`. A question stays whatever is answered. Rows that are imported already leave nothing open but their time zone. */
export async function findQuestions(client: PoolClient, checked: CheckedImport): Promise<StoredQuestions> {
  const { companyId, importId, lockedUntil } = checked;
  await storeExamplesOfPeople(client, checked);
  const { rows } = await client.query<{ name: string; rows: number; examples: Places }>(
    `with raised as (
       select q.name, c.file_number, c.line, count(*) over (partition by q.name) as rows,
         row_number() over (partition by q.name order by c.file_number, c.line) as number
       from checked_rows c join history_rows r on r.company_id = $1 and r.import_id = $2 and r.file_number = c.file_number and r.line = c.line,
       lateral (select c.verdict = any($4::text[]) as is_usable) u,
       lateral unnest($5::text[], array[
         r.problem is null and r.starts_at is not null and not r.is_utc,
         u.is_usable and not r.is_approved,
         c.verdict in ('shortened', 'overlapping', 'overlaps'),
         c.verdict in ('placed', 'length-only', 'no-free-time', 'without-times'),
         u.is_usable and r.project = '',
         u.is_usable and r.task = '',
         u.is_usable and c.day <= $3::date]) as q (name, applies)
       where q.applies)
     select name, max(rows)::int as rows, jsonb_agg(jsonb_build_array(file_number, line) order by number) as examples
     from raised where number <= $6 group by name order by name`,
    [
      companyId,
      importId,
      lockedUntil,
      [...verdictsWithOutcome('imported'), ...dependingOnAnswers],
      historyQuestions,
      maxHistoryExamples,
    ],
  );
  return Object.fromEntries(rows.map(({ name, ...question }) => [name, question]));
}

/** Who is found by address is certain. */
export const isFoundByAddress = (person: string, user: string): string =>
  `(${person}.email <> '' and ${user}.email is not distinct from ${person}.email)`;

const storeExamplesOfPeople = (client: PoolClient, { companyId, importId }: CheckedImport) =>
  client.query(
    `with uncertain as (
       select p.person_key from history_people p left join users u on u.id = p.user_id
       where p.company_id = $1 and p.import_id = $2 and not ${isFoundByAddress('p', 'u')}),
     numbered as (
       select r.person_key, r.file_number, r.line,
         row_number() over (partition by r.person_key order by r.file_number, r.line) as number
       from checked_rows r join uncertain using (person_key)),
     found as (
       select person_key, jsonb_agg(jsonb_build_array(file_number, line) order by number) as examples
       from numbered where number <= $3 group by person_key)
     update history_people p set examples = f.examples from found f
     where p.company_id = $1 and p.import_id = $2 and p.person_key = f.person_key`,
    [companyId, importId, maxHistoryExamples],
  );
