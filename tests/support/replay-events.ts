// Computes the row of a worklog from its events alone, in the order of their versions, to check every way of writing one.

import type pg from 'pg';
import { worklogFieldNames, worklogFields } from '#domain/worklog-fields.ts';

type Event = {
  move: string;
  version: number;
  actorId: string;
  onBehalfOf: string | null;
  at: string;
  notes: string | null;
  values: Record<string, unknown> | null;
};

type Row = Record<string, unknown>;

const undecided = { reviewerId: null, reviewedAt: null, reviewedFor: null };

function next(row: Row, { move, version, actorId, onBehalfOf, at, notes, values }: Event): Row {
  const moved = { ...row, ...values, version };
  switch (move) {
    case 'submit':
    case 'enter':
    case 'amend':
      return { ...moved, ...undecided, status: 'pending', reviewNotes: null, submittedAt: at };
    case 'import':
    case 'import-approved':
      return {
        ...moved,
        ...undecided,
        status: move === 'import' ? 'pending' : 'approved',
        reviewNotes: null,
        submittedAt: at,
      };
    case 'withdraw':
      return { ...moved, status: 'deleted', receiptIds: [], tags: [] };
    case 'reopen':
      return { ...moved, ...undecided, status: 'pending', reviewNotes: notes };
    default: {
      const status = move === 'approve' ? 'approved' : 'rejected';
      return { ...moved, status, reviewerId: actorId, reviewedAt: at, reviewedFor: onBehalfOf, reviewNotes: notes };
    }
  }
}

/** The column name in SQL. */
export const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const plainFields = worklogFieldNames
  .map((name) => {
    if (name === 'minutes') return `'minutes', case when w.starts_at is null then w.minutes end`;
    const column = `w.${columnOf(name)}`;
    return `'${name}', ${worklogFields[name].kind === 'instant' ? iso(column) : column}`;
  })
  .join(', ');

/** The worklogs whose row differs from their events, with both. */
export async function differencesOfReplay(superuser: pg.Pool) {
  const { rows } = await superuser.query<{ id: string; row: Row; events: Event[] }>(`
    select w.id, jsonb_build_object('projectId', w.project_id, 'taskId', w.task_id, 'kind', w.kind, 'status', w.status,
      ${plainFields}, 'allowsOverlap', w.allows_overlap, 'version', w.version, 'submittedAt', ${iso('w.submitted_at')},
      'reviewerId', w.reviewer_id, 'reviewedAt', ${iso('w.reviewed_at')}, 'reviewedFor', w.reviewed_for,
      'reviewNotes', w.review_notes, 'receiptIds', (select coalesce(jsonb_agg(r.id order by r.position), '[]') from receipts r
        where r.company_id = w.company_id and r.worklog_id = w.id and r.removed_at is null),
      'tags', (select coalesce(jsonb_agg(g.name order by g.name_key, g.id), '[]') from worklog_tags wt
        join tags g on g.company_id = wt.company_id and g.id = wt.tag_id
        where wt.company_id = w.company_id and wt.worklog_id = w.id)) as row,
      (select jsonb_agg(jsonb_build_object('move', e.move, 'version', e.version, 'actorId', e.actor_id,
          'onBehalfOf', e.on_behalf_of, 'at', ${iso('e.at')}, 'notes', e.notes, 'values', e.row_values) order by e.version)
        from worklog_events e where e.company_id = w.company_id and e.worklog_id = w.id) as events
    from worklogs w`);
  const differing = rows.flatMap(({ id, row, events }) => {
    const replayed = events.reduce(next, { tags: [], isBillable: true });
    return isSame(row, replayed) ? [] : [{ id, row, replayed }];
  });
  return { differing, worklogs: rows.length };
}

const isSame = (one: Row, other: Row): boolean => sorted(one) === sorted(other);
const sorted = (row: Row): string => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
