// Gives every row of an import a verdict, by a few statements over all rows: `checked_rows`, a temporary table, begins with the rows as they
// are and is refined step by step. Used by the check, whose verdicts are shown, and by the run, which repeats it under locks.

import type { PoolClient } from 'pg';
import type { OverlapChoice, WithoutTimesChoice } from '#domain/history-imports/limits.ts';
import { spanOfRow } from './row-instants.ts';

export type CheckedImport = {
  companyId: string;
  importId: string;
  zone: string;
  companyZone: string;
  overlapChoice: OverlapChoice;
  withoutTimes: WithoutTimesChoice;
  intoLocked: boolean;
  /** Policies of the company as they are now. */
  mayOverlap: boolean;
  mayLackTimes: boolean;
  allowFuture: boolean;
  lockedUntil: string | null;
};

export async function checkRows(client: PoolClient, checked: CheckedImport): Promise<void> {
  await matchPeople(client, checked);
  await collectRows(client, checked);
  await client.query('analyze checked_rows');
  await resolveOverlaps(client, checked);
  await placeRowsWithoutTimes(client, checked);
  // After the updates, which would have to change the index with every row. Joins with history_rows must be fast in both directions.
  await client.query('create index on checked_rows (file_number, line)');
  await client.query('analyze checked_rows');
}

/**
 * PostgreSQL expects one row of an import, because nothing is known of the tables that it has just filled, and would compare each row
 * with each person in loops.
 */
export async function withoutNestedLoops<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('set local enable_nestloop = off');
  const result = await work();
  await client.query('set local enable_nestloop = on');
  return result;
}

/** By address, by an earlier import, by name if it is that of one member; what somebody chose stays. */
async function matchPeople(client: PoolClient, { companyId, importId }: CheckedImport): Promise<void> {
  const key = [companyId, importId];
  await client.query(
    `insert into history_people (company_id, import_id, person_key, name, email, rows)
     select $1, $2, r.person_key, max(r.person), max(r.email), count(*)
     from history_rows r join history_files f on f.company_id = r.company_id and f.import_id = r.import_id
       and f.number = r.file_number and f.rows is not null
     where r.company_id = $1 and r.import_id = $2 group by r.person_key
     on conflict (company_id, import_id, person_key) do update
       set name = excluded.name, email = excluded.email, rows = excluded.rows`,
    key,
  );
  await client.query(
    `delete from history_people p where company_id = $1 and import_id = $2 and not exists (
       select from history_rows r where r.company_id = $1 and r.import_id = $2 and r.person_key = p.person_key)`,
    key,
  );
  await client.query(
    `with named as materialized (
       select name_words(u.name) as words, min(m.user_id::text)::uuid as user_id
       from members m join users u on u.id = m.user_id where m.company_id = $1
       group by 1 having count(*) = 1)
     update history_people p set user_id = coalesce(
       (select m.user_id from users u join members m on m.company_id = $1 and m.user_id = u.id where p.email <> '' and u.email = p.email),
       (select k.user_id from imported_people k where k.company_id = $1 and k.person_hash = sha256(convert_to(p.person_key, 'UTF8'))),
       (select n.user_id from named n where n.words = name_words(p.name)))
     where p.company_id = $1 and p.import_id = $2 and not p.is_chosen and p.person_key <> ''`,
    key,
  );
  // One file of a tool has addresses, another only names: of the only address with a name, it is the name.
  await client.query(
    `update history_people p set user_id = a.user_id
     from (select name_words(name) as words, min(user_id::text)::uuid as user_id from history_people
       where company_id = $1 and import_id = $2 and email <> '' group by 1 having count(*) = 1) a
     where p.company_id = $1 and p.import_id = $2 and p.email = '' and p.user_id is null and not p.is_chosen
       and a.user_id is not null and a.words = name_words(p.name)`,
    key,
  );
}

/** The address of a person of `history_people` has an open invite, and they are no member yet. */
export const hasOpenInvite = (
  person: string,
): string => `(${person}.user_id is null and ${person}.email <> '' and exists (
  select from invites v where v.company_id = ${person}.company_id and v.email = ${person}.email and v.accepted_at is null
    and v.revoked_at is null and v.expires_at > now()))`;

/**
 * `numbered`: rows with their instants, the member, and what they say as a hash, which is the same in every form of a history. Somebody without
 * an address is the new person of the same name who has one.
 */
const withNumberedRows = `with same_names as materialized (
    select name_words(name) as words, min(person_key) as person_key from history_people
    where company_id = $1 and import_id = $2 and email <> '' group by 1 having count(*) = 1),
  people as materialized (
    select p.person_key, p.user_id, ${hasOpenInvite('p')} and not p.is_chosen as is_invited,
      coalesce(p.user_id::text, n.person_key, p.person_key) as who
    from history_people p
    left join same_names s on p.email = '' and not p.is_chosen and s.words = name_words(p.name)
    left join history_people n on n.company_id = $1 and n.import_id = $2 and n.person_key = s.person_key and n.user_id is null
      and not ${hasOpenInvite('n')}
    where p.company_id = $1 and p.import_id = $2),
  placed as (
    select r.*, p.user_id, p.who, p.is_invited, ${spanOfRow} as span
    from history_rows r
    join history_files f on f.company_id = r.company_id and f.import_id = r.import_id and f.number = r.file_number and f.rows is not null
    join people p on p.person_key = r.person_key
    where r.company_id = $1 and r.import_id = $2 offset 0),
  rows as (
    select r.*, case when r.problem is null then
      history_content(r.begins, r.until, r.day, r.seconds, r.client, r.project, r.task, r.notes) end as content
    from (select p.*, p.span[1] as begins, p.span[2] as until from placed p) r),
  numbered as (
    select r.*, nth_history_content(r.content, row_number() over (partition by r.content, r.who, r.file_number order by r.line)) as nth_content
    from rows r)`;

/**
 * The content of a row and its person, whatever tool and file it came from; the same person has the same worklogs here. A withdrawn worklog
 * is not there any more.
 */
const knownContents = `select distinct w.worker_id, k.content from imported_worklogs k
  join worklogs w on w.company_id = $1 and w.id = k.worklog_id and w.status <> 'deleted'
  where k.company_id = $1 and k.content in (select nth_content from numbered)`;

/** A row that is repeated in another file of the import is known like one of an earlier import. */
async function collectRows(client: PoolClient, checked: CheckedImport): Promise<void> {
  const { companyId, importId, zone, companyZone, intoLocked, allowFuture, lockedUntil } = checked;
  await client.query(
    `create temp table checked_rows on commit drop as
     ${withNumberedRows}, known as materialized (${knownContents}),
     rows_with_repeats as (
       select r.*, i.worklog_id is not null or c.content is not null as is_known,
         row_number() over (partition by r.identity order by r.file_number, r.line) > 1
           or r.nth_content is not null and row_number() over (partition by r.nth_content, r.who order by r.file_number, r.line) > 1 as is_repeated
       from numbered r
       left join (imported_worklogs i join worklogs w on w.company_id = $1 and w.id = i.worklog_id and w.status <> 'deleted')
         on i.company_id = $1 and i.identity = r.identity
       left join known c on c.content = r.nth_content and c.worker_id = r.user_id)
     select r.file_number, r.line, r.identity, r.nth_content as content, r.person_key, r.user_id as worker_id, r.who,
       r.day as file_day, r.is_approved, r.begins as starts_at, r.until as ends_at,
       case when r.begins is null then round(r.seconds / 60.0)::integer
         else (extract(epoch from r.until - r.begins) / 60)::integer end as minutes,
       coalesce((r.begins at time zone $4)::date, r.day) as day,
       case
         when r.problem is not null then r.problem
         when r.person_key = '' and r.user_id is null then 'no-person'
         -- A former member would be somebody else than the person who accepts the invite: the rows wait for them.
         when r.is_invited then 'invited'
         when r.until < r.begins then 'negative-length'
         when r.until = r.begins then 'too-short'
         when r.is_repeated or r.is_known then 'known'
         when not $5::boolean and coalesce((r.begins at time zone $4)::date, r.day) <= $6::date then 'locked'
         when not $7::boolean and coalesce(r.until > ((now() at time zone $4)::date + 1)::timestamp at time zone $4,
           r.day > (now() at time zone $4)::date) then 'future'
       end as verdict
     from rows_with_repeats r`,
    [companyId, importId, zone, companyZone, intoLocked, lockedUntil, allowFuture],
  );
  await client.query(
    `update checked_rows set verdict = 'too-long' where verdict is null and (minutes > 1440 or ends_at - starts_at > interval '24 hours')`,
  );
}

/** Nothing lasts longer than 24 hours, so it touches at most two days. */
const utcDays = `unnest(array[(starts_at at time zone 'UTC')::date,
  nullif((ends_at at time zone 'UTC')::date, (starts_at at time zone 'UTC')::date)]) as utc_day`;

/** What other worklogs of the person take of the time of each row: those that touch the same days are compared. */
const takenByWorklogs = `
  select c.file_number, c.line, range_agg(tstzrange(w.starts_at, w.ends_at)) as taken
  from (select file_number, line, worker_id, starts_at, ends_at, ${utcDays} from candidates where worker_id is not null) c
  join (
    select worker_id, starts_at, ends_at, ${utcDays} from worklogs
    where company_id = $1 and kind = 'timed' and status in ('pending', 'approved') and starts_at is not null
      and worker_id in (select worker_id from candidates)
      and day between (select min(starts_at at time zone 'UTC')::date - 2 from candidates)
        and (select max(ends_at at time zone 'UTC')::date + 2 from candidates)) w using (worker_id, utc_day)
  where c.starts_at < w.ends_at and w.starts_at < c.ends_at
  group by c.file_number, c.line`;

async function resolveOverlaps(client: PoolClient, checked: CheckedImport): Promise<void> {
  const { companyId, overlapChoice, mayOverlap } = checked;
  const isKept = overlapChoice === 'keep' && mayOverlap;
  // Where the company no longer allows overlaps, they are skipped instead.
  const resolve = isKept ? keepOverlaps : overlapChoice === 'shorten' ? shortenOverlaps : skipOverlaps;
  await client.query(resolve, [companyId]);
}

const candidates = `
  candidates as (
    select file_number, line, who, worker_id, starts_at, ends_at,
      max(ends_at) over (partition by who order by starts_at, file_number, line rows between unbounded preceding and 1 preceding) as taken_until
    from checked_rows where verdict is null and starts_at is not null),
  others as (${takenByWorklogs})`;

const setChecked = (set: string) => `
  update checked_rows r set ${set} from resolved s where s.file_number = r.file_number and s.line = r.line`;

const keepOverlaps = `with ${candidates}, resolved as (
    select c.file_number, c.line, case when c.taken_until > c.starts_at or o.taken is not null then 'overlapping' else 'new' end as verdict
    from candidates c left join others o using (file_number, line))
  ${setChecked('verdict = s.verdict')}`;

/**
 * The rows before have taken everything until the latest of their ends, so what is left of a row is one piece; of the pieces between
 * other worklogs the longest stays.
 */
const shortenOverlaps = `with ${candidates}, resolved as (
    select c.file_number, c.line, lower(p.piece) as starts_at, upper(p.piece) as ends_at,
      case when p.piece is null then 'overlaps' when p.piece = tstzrange(c.starts_at, c.ends_at) then 'new' else 'shortened' end as verdict
    from candidates c left join others o using (file_number, line)
    left join lateral (
      select piece from unnest(tstzmultirange(tstzrange(greatest(c.starts_at, c.taken_until), greatest(c.ends_at, c.taken_until)))
        - coalesce(o.taken, '{}')) as piece
      where upper(piece) - lower(piece) >= interval '1 minute'
      order by upper(piece) - lower(piece) desc, lower(piece) limit 1) p on true)
  ${setChecked(`verdict = s.verdict, starts_at = coalesce(s.starts_at, r.starts_at), ends_at = coalesce(s.ends_at, r.ends_at),
    minutes = coalesce((extract(epoch from s.ends_at - s.starts_at) / 60)::integer, r.minutes)`)}`;

/** Of rows that overlap each other the first stays. */
const skipOverlaps = `with ${candidates},
  free as (
    select c.*, last_taken_end(c.starts_at, c.ends_at) over w as taken
    from candidates c left join others o using (file_number, line) where o.taken is null
    window w as (partition by who order by starts_at, file_number, line)),
  ordered as (select *, lag(taken) over (partition by who order by starts_at, file_number, line) as taken_before from free),
  resolved as (
    select c.file_number, c.line,
      case when f.line is null or f.starts_at < f.taken_before then 'overlaps' else 'new' end as verdict
    from candidates c left join ordered f using (file_number, line))
  ${setChecked('verdict = s.verdict')}`;

async function placeRowsWithoutTimes(client: PoolClient, checked: CheckedImport): Promise<void> {
  const { companyId, zone, companyZone, withoutTimes, mayLackTimes } = checked;
  if (withoutTimes === 'place') {
    await client.query(placeRows, [companyId, zone, companyZone]);
    return;
  }
  const verdict = withoutTimes === 'length' && mayLackTimes ? 'length-only' : 'without-times';
  await client.query('update checked_rows set verdict = $1 where verdict is null', [verdict]);
}

/**
 * The rows of a person and day are one block: from 9:00, or after what is there, or before it. A day that has no gap for the whole block
 * has no free time.
 */
const placeRows = `
  with waiting as (
    select file_number, line, who, worker_id, file_day, minutes,
      sum(minutes) over (partition by who, file_day order by file_number, line) as until,
      sum(minutes) over (partition by who, file_day) * interval '1 minute' as total
    from checked_rows where verdict is null),
  days as (
    select distinct who, worker_id, file_day, total, file_day::timestamp at time zone $2 as midnight,
      (file_day + 1)::timestamp at time zone $2 as next_midnight, (file_day + time '09:00') at time zone $2 as nine
    from waiting),
  taken as (
    select d.who, d.file_day, min(t.starts_at) as first, max(t.ends_at) as last
    from days d join (
      select who, starts_at, ends_at, unnest(array[(starts_at at time zone $2)::date, nullif((ends_at at time zone $2)::date,
        (starts_at at time zone $2)::date)]) as on_day
      from checked_rows where verdict in ('new', 'shortened', 'overlapping')
      union all
      select w.worker_id::text, w.starts_at, w.ends_at, unnest(array[(w.starts_at at time zone $2)::date,
        nullif((w.ends_at at time zone $2)::date, (w.starts_at at time zone $2)::date)])
      from worklogs w where w.company_id = $1 and w.kind = 'timed' and w.status in ('pending', 'approved') and w.starts_at is not null
        and w.worker_id in (select worker_id from days) and w.day between (select min(file_day) - 1 from days) and (select max(file_day) + 1 from days)
    ) t on t.who = d.who and t.on_day = d.file_day
    where t.starts_at < d.next_midnight and t.ends_at > d.midnight group by 1, 2),
  blocks as (
    select d.who, d.file_day, d.midnight, case
      when t.first is null then least(d.nine, d.next_midnight - d.total)
      when d.nine + d.total <= t.first then d.nine
      when greatest(d.nine, t.last) + d.total <= d.next_midnight then greatest(d.nine, t.last)
      when t.last + d.total <= d.next_midnight then t.last
      when d.midnight + d.total <= t.first then t.first - d.total end as begins
    from days d left join taken t using (who, file_day)),
  resolved as (
    select w.file_number, w.line, b.begins + (w.until - w.minutes) * interval '1 minute' as starts_at,
      b.begins + w.until * interval '1 minute' as ends_at, b.begins is not null and b.begins >= b.midnight as fits
    from waiting w join blocks b using (who, file_day))
  ${setChecked(`verdict = case when s.fits then 'placed' else 'no-free-time' end,
    starts_at = case when s.fits then s.starts_at end, ends_at = case when s.fits then s.ends_at end,
    day = case when s.fits then (s.starts_at at time zone $3)::date else r.day end`)}`;
