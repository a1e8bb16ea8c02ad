// Limits of an import of history, and the choices that somebody makes for it.

import { type Refusal, refuse } from '../reasons.ts';

/** A year of a company with a thousand people as Clockify writes it is about half of this. */
export const maxHistoryMegabytes = 100;
export const maxHistoryFileBytes = maxHistoryMegabytes * 1024 * 1024;

export const historySizeRefusal = (bytes: number): Refusal | null =>
  bytes > maxHistoryFileBytes
    ? refuse('history-import.too-large', { path: 'file', params: { megabytes: maxHistoryMegabytes } })
    : null;

/** Of all files of an import. A run holds locks of its people until it ends: `history` in bench/results.json has how long 100,000 rows take. */
export const maxHistoryRows = 300_000;

/** More is a wrong kind of file; every tool writes fewer than forty. */
export const maxHistoryColumns = 200;

export const maxHistoryFiles = 20;

/** How long an import can be undone, and how long its rows are stored. */
export const historyUndoDays = 30;

/** Most people of an import: all of them are shown with the member that they are. */
export const maxHistoryPeople = 2_000;

export const historyStates = ['open', 'checking', 'checked', 'running', 'imported', 'undoing', 'undone'] as const;
export type HistoryState = (typeof historyStates)[number];

/** `as-in-file`: per row where the file says so, otherwise approved. */
export const historyStatuses = ['approved', 'pending', 'as-in-file'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

/** `keep`: as confirmed overlaps, where the company allows those. */
export const overlapChoices = ['shorten', 'skip', 'keep'] as const;
export type OverlapChoice = (typeof overlapChoices)[number];

/** Rows of which only the day and the length are known. `length`: as they are, where the company allows worklogs without times. */
export const withoutTimesChoices = ['place', 'length', 'skip'] as const;
export type WithoutTimesChoice = (typeof withoutTimesChoices)[number];
