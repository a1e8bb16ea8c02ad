import { expect, test } from 'vitest';
import { roles } from '#domain/permissions.ts';
import { rightsChangeBetween, type SessionRights } from './session-rights.ts';

const scopes = { 'worklogs.read': 'own', 'company.read': 'all' } as const;
const active = { id: 'c1', name: 'One', role: 'worker', plan: 'Premium', scopes } as const;
const rights = (change: Partial<SessionRights> = {}): SessionRights => ({
  uid: 'p1',
  active,
  companyIds: ['c1', 'c2'],
  ...change,
});
const other = { ...active, id: 'c2', name: 'Two' };

test('every change of the role is a change of rights', () => {
  for (const before of roles)
    for (const after of roles)
      expect(
        rightsChangeBetween(
          rights({ active: { ...active, role: before } }),
          rights({ active: { ...active, role: after } }),
        ),
      ).toBe(before === after ? null : 'role');
});

test('so are changes of the plan and the end of the membership, with and without another company', () => {
  const free = rights({ active: { ...active, plan: 'Free' } });
  expect([rightsChangeBetween(rights(), free), rightsChangeBetween(free, rights())]).toEqual(['plan', 'plan']);
  expect(rightsChangeBetween(rights(), rights({ active: other, companyIds: ['c2'] }))).toBe('membership');
  expect(rightsChangeBetween(rights(), rights({ active: null, companyIds: [] }))).toBe('membership');
});

test('so is a policy that grants or takes an action, or changes its scope, but not another order of the same', () => {
  const granting = (granted: SessionRights['active'] & object) => rights({ active: granted });
  const more = granting({ ...active, scopes: { ...scopes, 'worklogs.submit': 'own' } });
  const wider = granting({ ...active, scopes: { ...scopes, 'worklogs.read': 'managed+own' } });
  expect([rightsChangeBetween(rights(), more), rightsChangeBetween(more, rights())]).toEqual(['rights', 'rights']);
  expect(rightsChangeBetween(rights(), wider)).toBe('rights');
  const same = granting({ ...active, scopes: { 'company.read': 'all', 'worklogs.read': 'own' } });
  expect(rightsChangeBetween(rights(), same)).toBeNull();
});

test('choosing another company, getting one more, signing in and signing out are not', () => {
  expect(rightsChangeBetween(rights(), rights({ active: other }))).toBeNull();
  expect(rightsChangeBetween(rights(), rights({ companyIds: ['c1', 'c2', 'c3'] }))).toBeNull();
  expect(rightsChangeBetween(rights({ active: null, companyIds: [] }), rights())).toBeNull();
  expect(rightsChangeBetween(rights(), rights({ uid: null, active: null, companyIds: [] }))).toBeNull();
  expect(rightsChangeBetween(rights(), rights({ uid: 'p2', active: { ...active, role: 'reviewer' } }))).toBeNull();
});
