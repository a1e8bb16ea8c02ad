// Invariants of a company's rows. Each check is one statement that lists violations; all run in one snapshot, so that a live
// database can be examined. `$1` is the company.

import { decisions, type Move, moveNames, moves } from '#domain/worklogs.ts';

const literalsOf = (names: readonly Move[]): string => names.map((move) => `'${move}'`).join(', ');
/** After these a worklog has a reviewer, and after the others that leave it pending it has none. */
const reviews = decisions.filter((move) => moves[move].to !== 'pending');
const movesToPending = moveNames.filter((move) => moves[move].to === 'pending');

export type Check = {
  name: string;
  /** Returns a row for each violation, with the column `example`. */
  findings: string;
};

const sumsDiffer = (kept: string, plain: string, keys: string) => `
  select concat_ws(' ', ${keys}) || ': kept ' || concat_ws('/', k.entries, k.minutes, k.amount_minor)
    || ', rows ' || concat_ws('/', p.entries, p.minutes, p.amount_minor) as example
  from (select ${keys}, sum(entries) as entries, sum(minutes) as minutes, sum(amount_minor) as amount_minor
        from (${kept}) one group by ${keys}) k
  full join (select ${keys}, count(*) as entries, coalesce(sum(minutes), 0) as minutes, coalesce(sum(amount_minor), 0) as amount_minor
        from (${plain}) one group by ${keys}) p using (${keys})
  where (coalesce(k.entries, 0), coalesce(k.minutes, 0), coalesce(k.amount_minor, 0))
    is distinct from (coalesce(p.entries, 0), coalesce(p.minutes, 0), coalesce(p.amount_minor, 0))`;

const dayKeys = 'day, project_id, kind, status, currency, is_billable';
const monthKeys = 'month, project_id, task_id, kind, status, currency, is_billable';
const measures = 'entries, minutes, amount_minor';
const existing = `from worklogs where company_id = $1 and status <> 'deleted'`;

export const sumChecks: readonly Check[] = [
  {
    name: 'sums by project and day equal the rows',
    findings: sumsDiffer(
      `select ${dayKeys}, ${measures} from day_sums where company_id = $1
       union all select ${dayKeys}, ${measures} from sum_changes where company_id = $1`,
      `select ${dayKeys}, minutes, amount_minor ${existing}`,
      dayKeys,
    ),
  },
  {
    name: 'sums by task and month equal the rows',
    findings: sumsDiffer(
      `select ${monthKeys}, ${measures} from month_sums where company_id = $1
       union all select date_trunc('month', day)::date, project_id, task_id, kind, status, currency, is_billable, ${measures}
       from sum_changes where company_id = $1`,
      `select date_trunc('month', day)::date as month, project_id, task_id, kind, status, currency, is_billable, minutes, amount_minor ${existing}`,
      monthKeys,
    ),
  },
];

/** The last event of each worklog, by its version. */
const last = `
  select distinct on (worklog_id) worklog_id, version, move, actor_id, at, on_behalf_of, notes
  from worklog_events where company_id = $1 order by worklog_id, version desc, id desc`;

const rowChecks: readonly Check[] = [
  {
    name: 'no two worklogs of a worker overlap unconfirmed',
    findings: `
      select 'worklog ' || id as example from (
        select id, starts_at, max(ends_at) over (partition by worker_id order by starts_at, ends_at
          rows between unbounded preceding and 1 preceding) as taken_until
        from worklogs where company_id = $1 and kind = 'timed' and status in ('pending', 'approved') and not allows_overlap) one
      where starts_at < taken_until`,
  },
  {
    name: 'the version of a worklog is that of its last event',
    findings: `
      select 'worklog ' || w.id || ': ' || w.version || ' and ' || coalesce(e.version::text, 'no event') as example
      from worklogs w left join (${last}) e on e.worklog_id = w.id
      where w.company_id = $1 and w.version is distinct from e.version`,
  },
  {
    name: 'the status of a worklog follows from its last event',
    findings: `
      select 'worklog ' || w.id || ': ' || w.status || ' after ' || e.move as example
      from worklogs w join (${last}) e on e.worklog_id = w.id
      where w.company_id = $1 and w.status <> case e.move
        ${moveNames.map((move) => `when '${move}' then '${moves[move].to}'`).join(' ')} end`,
  },
  {
    // Events from before 0052 hold no minutes: all worklogs had times then.
    name: 'the values of a worklog follow from its events',
    findings: `
      select 'worklog ' || w.id as example
      from worklogs w join (
        select worklog_id, jsonb_object_agg(f.key, f.value order by version) as held
        from worklog_events, jsonb_each(row_values) f where company_id = $1 group by worklog_id) e on e.worklog_id = w.id
      where w.company_id = $1 and not ('{"minutes": null}'::jsonb || e.held) @> worklog_values(to_jsonb(w))
      union all
      select 'worklog ' || w.id || ': decided otherwise' from worklogs w
      join (${last}) e on e.worklog_id = w.id
      where w.company_id = $1 and (e.move in (${literalsOf(reviews)})
          and (w.reviewer_id, w.reviewed_at, w.reviewed_for, w.review_notes) is distinct from (e.actor_id, e.at, e.on_behalf_of, e.notes)
        or e.move in (${literalsOf(movesToPending)}) and (w.reviewer_id, w.reviewed_at, w.reviewed_for) is distinct from (null, null, null))`,
  },
  {
    name: 'nobody decided their own worklog',
    findings: `
      select 'worklog ' || w.id as example from worklogs w
      join worklog_events e on e.company_id = w.company_id and e.worklog_id = w.id
      where w.company_id = $1 and e.move in (${literalsOf(decisions)}) and e.actor_id = w.worker_id
      union all
      select 'worklog ' || id from worklogs
      where company_id = $1 and status in ('approved', 'rejected') and (reviewer_id is null and not (is_imported and status = 'approved') or reviewer_id = worker_id)`,
  },
  {
    // When a subscription ends, one seat is left; members stay (decision 009).
    name: 'no more seats are in use than there are',
    findings: `
      select c.seats || ' seats, ' || m.used + i.used || ' in use' as example
      from companies c,
        (select count(*) as used from members where company_id = $1 and deactivated_at is null) m,
        (select count(*) as used from invites
          where company_id = $1 and accepted_at is null and revoked_at is null and expires_at > now()) i
      where c.id = $1 and c.seats > 1 and m.used + i.used > c.seats`,
  },
  {
    name: 'there is an active company admin',
    findings: `
      select 'company ' || c.id as example from companies c
      where c.id = $1 and not exists (
        select from members where company_id = $1 and role = 'company admin' and deactivated_at is null)`,
  },
  {
    name: 'no receipt stays with a withdrawn worklog',
    findings: `
      select 'receipt ' || r.id as example from receipts r
      join worklogs w on w.company_id = r.company_id and w.id = r.worklog_id
      where r.company_id = $1 and r.removed_at is null and w.status = 'deleted'`,
  },
];

export const checks: readonly Check[] = [...sumChecks, ...rowChecks];
