// What the finder offers: pages and actions by their names in either language, and where a found project or person leads.
// Only what the guard would let the person open; the server says which projects and people there are.

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
  /** The address it opens, or `#` and the key it presses; empty for quick entry, which lies over every page. */
  to: string;
  /** By which it is found. */
  names: readonly string[];
};

type Action = { path: Path; label: (typeof m)['worklogs_new']; key?: string };

const actions: readonly Action[] = [
  // Pressed instead of opened: a page keeps what it shows, and the timer is in the bar of every page.
  { path: '/worklogs', label: m.worklogs_new, key: 'N' },
  { path: '/worklogs', label: m.timer_start, key: 'T' },
  { path: '/projects/create', label: m.projects_new },
  { path: '/users/invites/create', label: m.finder_invite },
];

/** Actions, then pages that stand for themselves: no forms of signing in, none that needs an id. */
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

/** What is typed, as a worklog to be: offered where it reads like one. */
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

/** Those in which every word is found, the closest first: a name that begins so, then a word that does, then the rest. */
export function ranked(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = folded(typed.trim());
  const words = wanted.split(/\s+/);
  const closeness = ({ names }: Entry): number =>
    Math.min(
      ...names.map(folded).map((name) => {
        if (!words.every((word) => name.includes(word))) return Number.POSITIVE_INFINITY;
        if (name.startsWith(wanted)) return 0;
        return ` ${name}`.includes(` ${wanted}`) ? 1 : 2;
      }),
    );
  return entries
    .map((entry) => ({ entry, far: closeness(entry) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((a, b) => a.far - b.far)
    .map(({ entry }) => entry);
}

type Way = readonly [isOffered: boolean, path: Path, address: string];

/** To change it, to read its report, else to the worklogs on it. */
export function projectEntry({ id, name, code, canUpdate, isArchived }: FoundProject, reader: Reader): Entry[] {
  const ways: readonly Way[] = [
    [canUpdate, '/projects/{id}', pathTo('/projects/{id}', { id })],
    [true, '/reports/projects/{projectId}', pathTo('/reports/projects/{projectId}', { projectId: id })],
    [true, '/worklogs', `${pathTo('/worklogs')}?projectIds=${id}`],
    [true, '/approvals', `${pathTo('/approvals')}?project=${id}`],
  ];
  const label = isArchived ? m.approvals_archived({ name }) : name;
  return firstOpen(ways, reader).map((to) => ({
    key: `project ${id}`,
    kind: 'project',
    label,
    note: code,
    to,
    names: [name],
  }));
}

/** To the member, else to what waits of them, else to what they have done. */
export function personEntry({ userId, name, email, isActive }: FoundPerson, reader: Reader): Entry[] {
  const ways: readonly Way[] = [
    [true, '/users/{uid}', pathTo('/users/{uid}', { uid: userId })],
    [true, '/approvals', `${pathTo('/approvals')}?workers=${userId}`],
    [true, '/reports', `${pathTo('/reports')}?workers=${userId}`],
  ];
  const label = isActive ? name : m.ui_deactivated({ name });
  return firstOpen(ways, reader).map((to) => ({
    key: `person ${userId}`,
    kind: 'person',
    label,
    note: email ?? '',
    to,
    names: [name],
  }));
}

/** The first address that the guard would open; none where it would open none of them. */
const firstOpen = (ways: readonly Way[], reader: Reader): string[] =>
  ways
    .filter(([isOffered, path]) => isOffered && mayOpen(path, reader))
    .slice(0, 1)
    .map(([, , address]) => address);

const recentAtMost = 5;

/** The newest first, each once. */
export const withRecent = (recent: readonly Entry[], entry: Entry): Entry[] =>
  [entry, ...recent.filter(({ key }) => key !== entry.key)].slice(0, recentAtMost);

/** What was kept of them; pages and actions speak the language of now, and only those that may still be opened remain. */
export function readRecent(stored: unknown, places: readonly Entry[]): Entry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isEntry).flatMap((entry) => {
    if (entry.kind === 'project' || entry.kind === 'person') return [entry];
    return places.filter(({ key }) => key === entry.key);
  });
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && ['key', 'kind', 'label', 'note', 'to'].every((field) => typeof value[field] === 'string');
