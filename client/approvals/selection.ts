// The selected worklogs, each with the version that was shown when it was selected.

import type { Worklog } from '#contract/worklogs.ts';
import { type Decision, decisions } from '#domain/worklogs.ts';
import type { StableRow } from '../worklog/stable-rows.ts';

/** Worklog id → the version that was shown when it was selected. */
export type SelectedVersions = ReadonlyMap<string, number>;

export const isSelectable = ({ worklog, isGone }: StableRow): boolean =>
  !isGone && decisions.some((decision) => worklog.actions[decision] === true);

/**
 * The selection after a change of the checkboxes, with the shown versions. A worklog that changed after it was selected
 * counts as unselected (see `currentSelection`), so every selected version has been seen.
 */
export const selectRows = (ids: ReadonlySet<string>, rows: readonly StableRow[]): SelectedVersions =>
  new Map(rows.filter(({ worklog }) => ids.has(worklog.id)).map(({ worklog }) => [worklog.id, worklog.version]));

/** Selected worklogs that still exist and have not changed since; changed ones must be seen and selected again. */
export const currentSelection = (selected: SelectedVersions, rows: readonly StableRow[]): Worklog[] =>
  rows
    .filter((row) => isSelectable(row) && selected.get(row.worklog.id) === row.worklog.version)
    .map(({ worklog }) => worklog);

export const hasChangedSinceSelected = (selected: SelectedVersions, { worklog }: StableRow): boolean => {
  const seen = selected.get(worklog.id);
  return seen !== undefined && seen !== worklog.version;
};

export const decidableWorklogs = (worklogs: readonly Worklog[], decision: Decision): Worklog[] =>
  worklogs.filter(({ actions }) => actions[decision] === true);
