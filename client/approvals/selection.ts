// Which worklogs are selected, each with the version that was looked at when it was.

import type { Worklog } from '#contract/worklogs.ts';
import type { Decision } from '#domain/worklogs.ts';
import type { StableRow } from '../worklog/stable-rows.ts';

/** Worklog → the version that was on the screen when it was selected. */
export type Selected = ReadonlyMap<string, number>;

export const isSelectable = ({ worklog, isGone }: StableRow): boolean =>
  !isGone && (worklog.actions.approve === true || worklog.actions.reject === true || worklog.actions.reopen === true);

/**
 * What a list of checkboxes reports, with the versions now on the screen. A changed one that was selected before is reported
 * as unselected by `current`, so whatever is reported here was looked at as it is.
 */
export const select = (ids: ReadonlySet<string>, rows: readonly StableRow[]): Selected =>
  new Map(rows.filter(({ worklog }) => ids.has(worklog.id)).map(({ worklog }) => [worklog.id, worklog.version]));

/** Selected, still there, and not changed since: what changed must be looked at before it is selected again. */
export const current = (selected: Selected, rows: readonly StableRow[]): Worklog[] =>
  rows
    .filter((row) => isSelectable(row) && selected.get(row.worklog.id) === row.worklog.version)
    .map(({ worklog }) => worklog);

export const hasChanged = (selected: Selected, { worklog }: StableRow): boolean => {
  const seen = selected.get(worklog.id);
  return seen !== undefined && seen !== worklog.version;
};

export const decidable = (worklogs: readonly Worklog[], decision: Decision): Worklog[] =>
  worklogs.filter(({ actions }) => actions[decision] === true);
