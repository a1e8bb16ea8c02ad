// Entries of the finder: pages and actions by their names in either language, and the target of a found project or person.
// Only what the guard allows; projects and people come from the server.

import type { FoundPerson, FoundProject } from '#contract/search.ts';
import type { Action } from '#domain/permissions.ts';
import { normalizeForSearch } from '#domain/search-text.ts';
import { locales } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { flagsOf, type Path, paths, pathTo } from '../routes.ts';
import { canOpen, type RouteAccess } from '../routing/route-access.ts';
import { isRecord } from '../storage.ts';
import { projectLabel } from '../ui/project-title.ts';
import { type SettingsSection, settingsPath, settingsSections } from './settings-sections.ts';

export type FinderEntry = {
  key: string;
  kind: 'action' | 'page' | 'setting' | 'project' | 'person';
  label: string;
  note: string;
  /** The URL it opens, or `#` and the shortcut it triggers; empty for quick entry, which opens over any page. */
  to: string;
  /** Searched texts, in all languages. */
  names: readonly string[];
};

type FinderAction = {
  path: Path;
  label: (typeof m)['worklogs_new'];
  key?: string;
  /** What it needs beyond opening the page. */
  can?: Action;
  search?: string;
};

const finderActions: readonly FinderAction[] = [
  // Triggered as shortcuts: the current page keeps its state, and the timer is in the bar of every page.
  { path: '/worklogs', label: m.worklogs_new, key: 'N' },
  { path: '/worklogs', label: m.timer_start, key: 'T' },
  { path: '/approvals', label: m.for_others_open, can: 'worklogs.enter', search: '?enter=yes' },
  { path: '/projects/create', label: m.projects_new },
  { path: '/users/invites/create', label: m.finder_invite },
];

/** Actions, then pages: without signed-out pages and pages whose path has parameters. */
export function finderDestinations(access: RouteAccess): FinderEntry[] {
  const allowedActions = finderActions.filter(
    ({ path, can }) => canOpen(path, access) && (!can || access?.scopes[can] !== undefined),
  );
  const pages = paths.filter(
    (path) => !path.includes('{') && flagsOf(path).layout !== 'blank' && !isListedOtherwise(path),
  );
  const quick = canOpen('/worklogs', access) ? [quickAction()] : [];
  return [
    ...quick,
    ...allowedActions.map(({ path, label, key, search = '' }) => ({
      key: `action ${key ?? ''}${path}${search}`,
      kind: 'action' as const,
      label: label(),
      note: '',
      to: key ? `#${key}` : `${path}${search}`,
      names: locales.map((locale) => label({}, { locale })),
    })),
    ...pages
      .filter((path) => canOpen(path, access))
      .map((path) => ({
        key: `page ${path}`,
        kind: 'page' as const,
        label: flagsOf(path).title(),
        note: '',
        to: path,
        names: locales.map((locale) => flagsOf(path).title({}, { locale })),
      })),
    ...finderViews.filter(({ path }) => canOpen(path, access)).map(viewEntry),
    ...settingsSections(access).map(settingsEntry),
  ];
}

/** Views of a page that have a name of their own. */
const finderViews = [
  { path: '/worklogs', view: 'timesheet', label: m.timesheet_view },
  { path: '/reports', view: 'payroll', label: m.reports_payroll },
] as const;

const viewEntry = ({ path, view, label }: (typeof finderViews)[number]): FinderEntry => ({
  key: `page ${view}`,
  kind: 'page',
  label: label(),
  note: flagsOf(path).title(),
  to: `${pathTo(path)}?view=${view}`,
  names: locales.map((locale) => label({}, { locale })),
});

/** Found by its name, with or without the word "settings". */
const settingsEntry = ({ name, label }: SettingsSection): FinderEntry => ({
  key: `page ${settingsPath(name)}`,
  kind: 'page',
  label: label(),
  note: m.route_settings(),
  to: settingsPath(name),
  names: locales.map((locale) => `${label({}, { locale })} · ${m.route_settings({}, { locale })}`),
});

const quickAction = (): FinderEntry => ({
  key: 'action quick',
  kind: 'action',
  label: m.quick_title(),
  note: 'Q',
  to: '',
  names: locales.map((locale) => m.quick_title({}, { locale })),
});

/** Logs the typed text by quick entry; offered where it looks like a worklog. */
export const quickEntryOption = (line: string): FinderEntry => ({
  key: 'line',
  kind: 'action',
  label: m.finder_log_line({ line }),
  note: '',
  to: '',
  names: [],
});

/** Pages of actions, and /upgrade, whose content is the section of seats in the settings. */
const isListedOtherwise = (path: Path): boolean =>
  path === '/upgrade' || finderActions.some((action) => action.path === path && !action.key && !action.search);

/**
 * Entries that contain every word, best match first: prefix of the name, prefix of a word, anything else. Within settings only
 * the beginning of a word matches, because they are many, and a person’s name is part of some word.
 */
export function rankEntries(entries: readonly FinderEntry[], typed: string): FinderEntry[] {
  const query = normalizeForSearch(typed.trim());
  const words = query.split(/\s+/);
  const rank = ({ kind, names }: FinderEntry): number =>
    Math.min(
      ...names.map(normalizeForSearch).map((name) => {
        const start = kind === 'setting' ? ' ' : '';
        if (!words.every((word) => `${start}${name}`.includes(`${start}${word}`))) return Number.POSITIVE_INFINITY;
        if (name.startsWith(query)) return 0;
        return ` ${name}`.includes(` ${query}`) ? 1 : 2;
      }),
    );
  return entries
    .map((entry) => ({ entry, score: rank(entry) }))
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => a.score - b.score)
    .map(({ entry }) => entry);
}

type Candidate = readonly [isOffered: boolean, path: Path, url: string];

/** Opens the first allowed page: edit the project, its report, its worklogs, its approvals. */
export function projectEntry(
  { id, name, clientName, code, canUpdate, isArchived }: FoundProject,
  access: RouteAccess,
): FinderEntry[] {
  const candidates: readonly Candidate[] = [
    [canUpdate, '/projects/{id}', pathTo('/projects/{id}', { id })],
    [true, '/reports/projects/{projectId}', pathTo('/reports/projects/{projectId}', { projectId: id })],
    [true, '/worklogs', `${pathTo('/worklogs')}?projectIds=${id}`],
    [true, '/approvals', `${pathTo('/approvals')}?project=${id}`],
  ];
  const label = projectLabel({ clientName, projectName: isArchived ? m.approvals_archived({ name }) : name });
  return firstAllowed(candidates, access).map((to) => ({
    key: `project ${id}`,
    kind: 'project',
    label,
    note: code,
    to,
    names: [name, ...(clientName === null ? [] : [clientName])],
  }));
}

/** Opens the first allowed page: the member, their pending worklogs, their report. */
export function personEntry({ userId, name, email, isActive }: FoundPerson, access: RouteAccess): FinderEntry[] {
  const candidates: readonly Candidate[] = [
    [true, '/users/{uid}', pathTo('/users/{uid}', { uid: userId })],
    [true, '/approvals', `${pathTo('/approvals')}?workers=${userId}`],
    [true, '/reports', `${pathTo('/reports')}?workers=${userId}`],
  ];
  const label = isActive ? name : m.ui_deactivated({ name });
  return firstAllowed(candidates, access).map((to) => ({
    key: `person ${userId}`,
    kind: 'person',
    label,
    note: email ?? '',
    to,
    names: [name],
  }));
}

/** The first URL that the guard allows, or none. */
const firstAllowed = (candidates: readonly Candidate[], access: RouteAccess): string[] =>
  candidates
    .filter(([isOffered, path]) => isOffered && canOpen(path, access))
    .slice(0, 1)
    .map(([, , url]) => url);

const maxRecent = 5;

/** Newest first, without duplicates. */
export const withRecent = (recent: readonly FinderEntry[], entry: FinderEntry): FinderEntry[] =>
  [entry, ...recent.filter(({ key }) => key !== entry.key)].slice(0, maxRecent);

/** Stored recent entries; pages, actions and settings are looked up again for the current language and permissions. */
export function readRecent(stored: unknown, destinations: readonly FinderEntry[]): FinderEntry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isStoredEntry).flatMap((entry) => {
    if (entry.kind === 'project' || entry.kind === 'person') return [entry];
    return destinations.filter(({ key }) => key === entry.key);
  });
}

const isStoredEntry = (value: unknown): value is FinderEntry =>
  isRecord(value) && ['key', 'kind', 'label', 'note', 'to'].every((field) => typeof value[field] === 'string');
