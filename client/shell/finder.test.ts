import { describe, expect, test } from 'vitest';
import { grantsOf, type Role, roles } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { policyLabels } from '#labels/settings.ts';
import { flagsOf, paths } from '../routes.ts';
import { type GuardState, guard } from '../routing/guard.ts';
import {
  type FinderEntry,
  finderDestinations,
  personEntry,
  projectEntry,
  rankEntries,
  readRecent,
  withRecent,
} from './finder.ts';
import { finderSettings } from './finder-settings.ts';
import { navigationItems, userMenuItems } from './navigation-items.ts';
import { settingsPath, settingsSections } from './settings-sections.ts';

const entry = (...names: string[]): FinderEntry => ({
  key: `page ${names[0]}`,
  kind: 'page',
  label: names[0] ?? '',
  note: '',
  to: '/',
  names,
});
const labels = (entries: readonly FinderEntry[]) => entries.map(({ label }) => label);
const access = (role: Role, isPremium: boolean) => ({
  role,
  isPremium,
  scopes: grantsOf({ ...defaultPolicies, role }),
});
const premium = (role: Role) => access(role, true);

describe('ranking', () => {
  test('puts names with the prefix before words with the prefix, and those before other matches', () => {
    const all = [entry('Network'), entry('New Worklog'), entry('Worklogs')];
    expect(labels(rankEntries(all, 'wor'))).toEqual(['Worklogs', 'New Worklog', 'Network']);
  });

  test('matches the names of both languages without case and accents, and needs every word', () => {
    const all = [entry('Approvals', 'Persetujuan'), entry('Réports', 'Laporan')];
    expect(labels(rankEntries(all, 'PERSE'))).toEqual(['Approvals']);
    expect(labels(rankEntries(all, 'report'))).toEqual(['Réports']);
    expect(rankEntries(all, 'laporan x')).toEqual([]);
  });
});

describe('destinations', () => {
  test('are those that the guard allows for the role', () => {
    const offered = (role: Role) => finderDestinations(premium(role)).map(({ key }) => key);
    expect(offered('worker')).toContain('action N/worklogs');
    expect(offered('worker').filter((key) => /users|projects|approvals|upgrade/.test(key))).toEqual([]);
    expect(offered('company admin')).toEqual(expect.arrayContaining(['action /projects/create', 'page /users']));
    expect(offered('manager')).not.toContain('page /users');
    expect(finderDestinations(access('company admin', false)).map(({ key }) => key)).not.toContain('page /users');
  });

  test('contain the timesheet for those who log, in both languages', () => {
    const found = (role: Role, typed: string) =>
      rankEntries(finderDestinations(premium(role)), typed).map(({ to }) => to);
    expect(found('worker', 'timesheet')).toContain('/worklogs?view=timesheet');
    expect(found('worker', 'lembar')).toEqual(['/worklogs?view=timesheet']);
    expect(found('company admin', 'lembar')).toEqual([]);
  });

  test('contain payroll, in both languages', () => {
    const found = (role: Role, typed: string) =>
      rankEntries(finderDestinations(premium(role)), typed).map(({ to }) => to);
    expect(found('manager', 'payroll')).toEqual(['/reports?view=payroll']);
    expect(found('company admin', 'penggajian')).toEqual(['/reports?view=payroll']);
  });

  test('contain logging for others where the company allows it', () => {
    const found = (role: Role, logForOthers: boolean) => {
      const scopes = grantsOf({ ...defaultPolicies, logForOthers, role });
      return rankEntries(finderDestinations({ role, isPremium: true, scopes }), 'log for others').map(({ to }) => to);
    };
    expect(found('manager', true)).toEqual(['/approvals?enter=yes']);
    expect(found('manager', false)).toEqual([]);
    expect(found('timesheet approver', true)).toEqual([]);
  });

  test('contain the sections of the settings, those of the company for company admins', () => {
    const found = (role: Role, typed: string) =>
      rankEntries(finderDestinations(premium(role)), typed).map(({ to }) => to);
    expect(found('worker', 'notifikasi')).toEqual(['/settings/notifications']);
    expect(found('worker', 'rules')).toEqual([]);
    expect(found('company admin', 'rules')).toEqual(['/settings/rules']);
    expect(found('company admin', 'upgrade'), 'the content of /upgrade is a section').toEqual([]);
    expect(found('company admin', 'seats')).toEqual(['/settings/seats']);
    const sections = (isPremium: boolean) => settingsSections(access('worker', isPremium)).map(({ name }) => name);
    expect(sections(true)).toEqual(['personal', 'notifications']);
    expect(sections(false), 'Account Settings is a page of the Premium plan').toEqual([
      'personal',
      'notifications',
      'account',
    ]);
  });

  test('contain every page once', () => {
    for (const role of roles) {
      const keys = finderDestinations(premium(role)).map(({ to }) => to);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('settings', () => {
  const found = (typed: string, role: Role = 'company admin', isPremium = true) =>
    rankEntries(finderSettings(access(role, isPremium)), typed).map(({ to }) => to);

  test('are found by their labels, in both languages, and open at their part', () => {
    for (const typed of ['weekly target', 'target mingguan']) expect(found(typed)).toEqual(['/settings/rules#hours']);
    for (const typed of ['overlap', 'bertabrakan']) expect(found(typed)).toEqual(['/settings/rules#times']);
    expect(found('receipt')).toEqual(['/settings/rules#proofs']);
    for (const typed of ['lock date', 'locked up']) expect(found(typed)).toEqual(['/settings/rules#closing']);
    for (const typed of ['timezone', 'time zone']) expect(found(typed)).toEqual(['/settings/company']);
    expect(found('times')).toContain('/settings/rules#times');
    expect(found('log for others')).toEqual(['/settings/rules#loggers']);
    expect(found('empty week')).toEqual(['/settings/notifications#mails']);
    expect(found('company settings')).toEqual(['/settings/company']);
    expect(found('upgrade')).toEqual(['/settings/seats']);
    expect(found('budget')).toEqual(['/settings/notifications']);
    expect(found('dark')).toEqual(['/settings/personal']);
  });

  test('contain every rule of the company, for company admins only', () => {
    const labels = finderSettings(access('company admin', true)).map(({ label }) => label);
    const rules = Object.values(policyLabels).map((label) => label());
    expect(labels).toEqual(expect.arrayContaining(rules));
    const ofManagers = finderSettings(access('manager', true)).map(({ label }) => label);
    expect(ofManagers.filter((label) => rules.includes(label))).toEqual([]);
    expect(found('time zone', 'worker')).toEqual([]);
  });

  test('contain the account, on the Free plan in the settings', () => {
    const parts = { password: 'password', 'kata sandi': 'password', passkey: 'passkeys', 'two-step': 'two-step' };
    for (const [typed, id] of Object.entries(parts)) {
      expect(found(typed, 'worker')[0]).toBe(`/account-settings#${id}`);
      expect(found(typed, 'worker', false)[0]).toBe(`/settings/account#${id}`);
    }
    expect(found('token', 'worker')).toEqual(['/account-settings#tokens']);
    expect(found('token', 'worker', false)).toEqual([]);
    expect(found('stand-in', 'worker')).not.toContain('/account-settings#stand-ins');
    expect(found('stand-in', 'manager')).toContain('/account-settings#stand-ins');
  });

  test('do not match a person’s name that is within a word', () => {
    expect(found('andi')).toEqual([]);
  });
});

test('a project and a person open a page that the role may open', () => {
  const project = { id: 'p', name: 'Quay', clientName: null, code: '', colour: 'teal', isArchived: false } as const;
  const to = (role: Role, canUpdate = false) => projectEntry({ ...project, canUpdate }, premium(role))[0]?.to;
  expect(to('company admin', true)).toBe('/projects/p');
  expect(to('reviewer')).toBe('/reports/projects/p');
  expect(to('timesheet approver')).toBe('/approvals?project=p');
  expect(to('worker')).toBe('/worklogs?projectIds=p');
  const person = { userId: 'u', name: 'Wati', email: null, role: null, isActive: true };
  expect(personEntry(person, premium('company admin'))[0]?.to).toBe('/users/u');
  expect(personEntry(person, premium('manager'))[0]?.to).toBe('/approvals?workers=u');
  expect(personEntry(person, premium('reviewer'))[0]?.to).toBe('/reports?workers=u');
});

test('recent entries come newest first, once, and only while they may be opened', () => {
  const [a, b] = [entry('A'), entry('B')];
  expect(labels(withRecent(withRecent([a], b), a))).toEqual(['A', 'B']);
  const many = Array.from({ length: 9 }, (_, index) => entry(`${index}`));
  expect(many.reduce<FinderEntry[]>(withRecent, [])).toHaveLength(5);
  expect(labels(readRecent([a, b], [b]))).toEqual(['B']);
  expect(readRecent('nonsense', [b])).toEqual([]);
});

test('no offered page is redirected by the guard, in any role and on any plan', () => {
  const project = { id: 'p', name: 'Quay', clientName: null, code: '', colour: 'teal', isArchived: false } as const;
  const person = { userId: 'u', name: 'Wati', email: null, role: null, isActive: true };
  const redirecting = [
    ...roles.flatMap((role) => [true, false].map((isPremium) => access(role, isPremium))),
    null,
  ].flatMap((reader) => {
    const offered = [
      ...navigationItems(reader).map(({ path }) => path),
      ...userMenuItems(reader).map(({ path }) => path),
      ...[
        ...(reader ? [...finderDestinations(reader), ...finderSettings(reader)] : []),
        ...projectEntry({ ...project, canUpdate: true }, reader),
        ...projectEntry({ ...project, canUpdate: false }, reader),
        ...personEntry(person, reader),
      ].map(({ to }) => to),
    ];
    return offered.filter((to) => to.startsWith('/') && !opens(to, reader)).map((to) => ({ to, reader }));
  });
  expect(redirecting).toEqual([]);
  expect(navigationItems(premium('company admin'))).toHaveLength(5);
  expect(userMenuItems(premium('company admin'))).toHaveLength(3);
});

/** By the sitemap and the guard directly, independently of the code under test. */
function opens(to: string, company: GuardState['company']): boolean {
  const address = to.split(/[?#]/)[0] ?? '';
  const section = settingsSections(company).find(({ name }) => settingsPath(name) === address);
  const pathname = section ? '/settings' : address;
  const path = paths.find((known) => known === pathname) ?? paths.find((known) => shapeOf(known).test(pathname));
  const state = { isAuthenticated: true, isEmailVerified: true, company, destination: null };
  return path !== undefined && guard(path, flagsOf(path), state) === null;
}

const shapeOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
