import { describe, expect, test } from 'vitest';
import { roles } from '#domain/permissions.ts';
import { flagsOf, paths } from '../routes.ts';
import { type GuardState, guard } from '../routing/guard.ts';
import { type Entry, personEntry, placesToGo, projectEntry, ranked, readRecent, withRecent } from './finder.ts';
import { placesOf, userPlacesOf } from './navigation.ts';

const entry = (...names: string[]): Entry => ({
  key: `page ${names[0]}`,
  kind: 'page',
  label: names[0] ?? '',
  note: '',
  to: '/',
  names,
});
const labels = (entries: readonly Entry[]) => entries.map(({ label }) => label);
const premium = (role: (typeof roles)[number]) => ({ role, isPremium: true });

describe('ranking', () => {
  test('puts a name that begins so before a word that does, and that before the rest', () => {
    const all = [entry('Network'), entry('New Worklog'), entry('Worklogs')];
    expect(labels(ranked(all, 'wor'))).toEqual(['Worklogs', 'New Worklog', 'Network']);
  });

  test('finds by the names of both languages, without case and accents, all words needed', () => {
    const all = [entry('Approvals', 'Persetujuan'), entry('Réports', 'Laporan')];
    expect(labels(ranked(all, 'PERSE'))).toEqual(['Approvals']);
    expect(labels(ranked(all, 'report'))).toEqual(['Réports']);
    expect(ranked(all, 'laporan x')).toEqual([]);
  });
});

describe('places', () => {
  test('are those of the role: nobody is offered a page that the guard would close', () => {
    const offered = (role: (typeof roles)[number]) => placesToGo(premium(role)).map(({ key }) => key);
    expect(offered('worker')).toContain('action N/worklogs');
    expect(offered('worker').filter((key) => /users|projects|approvals|upgrade/.test(key))).toEqual([]);
    expect(offered('company admin')).toEqual(expect.arrayContaining(['action /projects/create', 'page /users']));
    expect(offered('manager')).not.toContain('page /users');
    expect(placesToGo({ role: 'company admin', isPremium: false }).map(({ key }) => key)).not.toContain('page /users');
  });

  test('hold every page once', () => {
    for (const role of roles) {
      const keys = placesToGo(premium(role)).map(({ to }) => to);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

test('a project and a person lead where the role may go', () => {
  const project = { id: 'p', name: 'Quay', code: '', colour: 'teal', isArchived: false } as const;
  const to = (role: (typeof roles)[number], canUpdate = false) =>
    projectEntry({ ...project, canUpdate }, premium(role))[0]?.to;
  expect(to('company admin', true)).toBe('/projects/p');
  expect(to('reviewer')).toBe('/reports/projects/p');
  expect(to('timesheet approver')).toBe('/approvals?project=p');
  expect(to('worker')).toBe('/worklogs?projectIds=p');
  const person = { userId: 'u', name: 'Wati', email: null, role: null, isActive: true };
  expect(personEntry(person, premium('company admin'))[0]?.to).toBe('/users/u');
  expect(personEntry(person, premium('manager'))[0]?.to).toBe('/approvals?workers=u');
  expect(personEntry(person, premium('reviewer'))[0]?.to).toBe('/reports?workers=u');
});

test('what was opened last comes first, once, and only while it may be opened', () => {
  const [a, b] = [entry('A'), entry('B')];
  expect(labels(withRecent(withRecent([a], b), a))).toEqual(['A', 'B']);
  const many = Array.from({ length: 9 }, (_, index) => entry(`${index}`));
  expect(many.reduce<Entry[]>(withRecent, [])).toHaveLength(5);
  expect(labels(readRecent([a, b], [b]))).toEqual(['B']);
  expect(readRecent('nonsense', [b])).toEqual([]);
});

test('nobody is offered a page from which the guard would send them elsewhere, in any role and on any plan', () => {
  const project = { id: 'p', name: 'Quay', code: '', colour: 'teal', isArchived: false } as const;
  const person = { userId: 'u', name: 'Wati', email: null, role: null, isActive: true };
  const redirecting = [
    ...roles.flatMap((role) => [true, false].map((isPremium) => ({ role, isPremium }))),
    null,
  ].flatMap((reader) => {
    const offered = [
      ...placesOf(reader).map(({ path }) => path),
      ...userPlacesOf(reader).map(({ path }) => path),
      ...[
        ...(reader ? placesToGo(reader) : []),
        ...projectEntry({ ...project, canUpdate: true }, reader),
        ...projectEntry({ ...project, canUpdate: false }, reader),
        ...personEntry(person, reader),
      ].map(({ to }) => to),
    ];
    return offered.filter((to) => to.startsWith('/') && !opens(to, reader)).map((to) => ({ to, reader }));
  });
  expect(redirecting).toEqual([]);
  expect(placesOf(premium('company admin'))).toHaveLength(5);
  expect(userPlacesOf(premium('company admin'))).toHaveLength(3);
});

/** By the table and the guard themselves, whatever a page that offers them thinks. */
function opens(to: string, company: GuardState['company']): boolean {
  const pathname = to.split('?')[0] ?? '';
  const path = paths.find((known) => known === pathname) ?? paths.find((known) => shapeOf(known).test(pathname));
  const state = { isAuthenticated: true, isEmailVerified: true, company, destination: null };
  return path !== undefined && guard(path, flagsOf(path), state) === null;
}

const shapeOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
