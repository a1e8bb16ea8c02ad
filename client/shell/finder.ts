// Entries of the finder: pages and actions by their names in either language, and the target of a found project or person.
// Only what the guard allows; projects and people come from the server.

import type { FoundPerson, FoundProject } from '#contract/search.ts';
import { locales } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { flagsOf, type Path, paths, pathTo } from '../routes.ts';
import { mayOpen, type Reader } from '../routing/openable.ts';
import { isRecord } from '../storage.ts';

export type Entry = {
  key: string;
  kind: 'action' | 'page' | 'project' | 'person';
  label: string;
  note: string;
  /** The URL it opens, or `#` and the shortcut it triggers; empty for quick entry, which opens over any page. */
  to: string;
  /** Searched texts, in all languages. */
  names: readonly string[];
};

type Action = { path: Path; label: (typeof m)['worklogs_new']; key?: string };

const actions: readonly Action[] = [
  // Triggered as shortcuts: the current page keeps its state, and the timer is in the bar of every page.
  { path: '/worklogs', label: m.worklogs_new, key: 'N' },
  { path: '/worklogs', label: m.timer_start, key: 'T' },
  { path: '/projects/create', label: m.projects_new },
  { path: '/users/invites/create', label: m.finder_invite },
];

/** Actions, then pages: without signed-out pages and pages whose path has parameters. */
export function placesToGo(company: Reader): Entry[] {
  const doable = actions.filter(({ path }) => mayOpen(path, company));
  const pages = paths.filter(
    (path) => !path.includes('{') && flagsOf(path).layout !== 'blank' && !actions.some(isOnly(path)),
  );
  const quick = mayOpen('/worklogs', company) ? [quickAction()] : [];
  return [
    ...quick,
    ...doable.map(({ path, label, key }) => ({
      key: `action ${key ?? ''}${path}`,
      kind: 'action' as const,
      label: label(),
      note: '',
      to: key ? `#${key}` : path,
      names: locales.map((locale) => label({}, { locale })),
    })),
    ...pages
      .filter((path) => mayOpen(path, company))
      .map((path) => ({
        key: `page ${path}`,
        kind: 'page' as const,
        label: flagsOf(path).title(),
        note: '',
        to: path,
        names: locales.map((locale) => flagsOf(path).title({}, { locale })),
      })),
  ];
}

const quickAction = (): Entry => ({
  key: 'action quick',
  kind: 'action',
  label: m.quick_title(),
  note: 'Q',
  to: '',
  names: locales.map((locale) => m.quick_title({}, { locale })),
});

/** Logs the typed text by quick entry; offered where it looks like a worklog. */
export const lineEntry = (line: string): Entry => ({
  key: 'line',
  kind: 'action',
  label: m.finder_log_line({ line }),
  note: '',
  to: '',
  names: [],
});

const isOnly = (path: Path) => (action: Action) => action.path === path && !action.key;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Entries that contain every word, best match first: prefix of the name, prefix of a word, anything else. */
export function ranked(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = folded(typed.trim());
  const words = wanted.split(/\s+/);
  const rank = ({ names }: Entry): number =>
    Math.min(
      ...names.map(folded).map((name) => {
        if (!words.every((word) => name.includes(word))) return Number.POSITIVE_INFINITY;
        if (name.startsWith(wanted)) return 0;
        return ` ${name}`.includes(` ${wanted}`) ? 1 : 2;
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
export function projectEntry({ id, name, code, canUpdate, isArchived }: FoundProject, reader: Reader): Entry[] {
  const candidates: readonly Candidate[] = [
    [canUpdate, '/projects/{id}', pathTo('/projects/{id}', { id })],
    [true, '/reports/projects/{projectId}', pathTo('/reports/projects/{projectId}', { projectId: id })],
    [true, '/worklogs', `${pathTo('/worklogs')}?projectIds=${id}`],
    [true, '/approvals', `${pathTo('/approvals')}?project=${id}`],
  ];
  const label = isArchived ? m.approvals_archived({ name }) : name;
  return firstAllowed(candidates, reader).map((to) => ({
    key: `project ${id}`,
    kind: 'project',
    label,
    note: code,
    to,
    names: [name],
  }));
}

/** Opens the first allowed page: the member, their pending worklogs, their report. */
export function personEntry({ userId, name, email, isActive }: FoundPerson, reader: Reader): Entry[] {
  const candidates: readonly Candidate[] = [
    [true, '/users/{uid}', pathTo('/users/{uid}', { uid: userId })],
    [true, '/approvals', `${pathTo('/approvals')}?workers=${userId}`],
    [true, '/reports', `${pathTo('/reports')}?workers=${userId}`],
  ];
  const label = isActive ? name : m.ui_deactivated({ name });
  return firstAllowed(candidates, reader).map((to) => ({
    key: `person ${userId}`,
    kind: 'person',
    label,
    note: email ?? '',
    to,
    names: [name],
  }));
}

/** The first URL that the guard allows, or none. */
const firstAllowed = (candidates: readonly Candidate[], reader: Reader): string[] =>
  candidates
    .filter(([isOffered, path]) => isOffered && mayOpen(path, reader))
    .slice(0, 1)
    .map(([, , url]) => url);

const maxRecent = 5;

/** Newest first, without duplicates. */
export const withRecent = (recent: readonly Entry[], entry: Entry): Entry[] =>
  [entry, ...recent.filter(({ key }) => key !== entry.key)].slice(0, maxRecent);

/** Stored recent entries; pages and actions are looked up again for the current language and permissions. */
export function readRecent(stored: unknown, places: readonly Entry[]): Entry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isEntry).flatMap((entry) => {
    if (entry.kind === 'project' || entry.kind === 'person') return [entry];
    return places.filter(({ key }) => key === entry.key);
  });
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && ['key', 'kind', 'label', 'note', 'to'].every((field) => typeof value[field] === 'string');
