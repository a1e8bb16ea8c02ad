import { expect, test } from 'vitest';
import { roles } from '#domain/permissions.ts';
import { type SessionScope, scopeChangeBetween } from './scope.ts';

const scopes = { 'worklogs.read': 'own', 'company.read': 'all' } as const;
const active = { id: 'c1', name: 'One', role: 'worker', plan: 'Premium', scopes } as const;
const scope = (change: Partial<SessionScope> = {}): SessionScope => ({
  uid: 'p1',
  active,
  companyIds: ['c1', 'c2'],
  ...change,
});
const other = { ...active, id: 'c2', name: 'Two' };

test('every change of the role is a scope change', () => {
  for (const before of roles)
    for (const after of roles)
      expect(
        scopeChangeBetween(
          scope({ active: { ...active, role: before } }),
          scope({ active: { ...active, role: after } }),
        ),
      ).toBe(before === after ? null : 'role');
});

test('so are changes of the plan and the end of the membership, with and without another company', () => {
  const free = scope({ active: { ...active, plan: 'Free' } });
  expect([scopeChangeBetween(scope(), free), scopeChangeBetween(free, scope())]).toEqual(['plan', 'plan']);
  expect(scopeChangeBetween(scope(), scope({ active: other, companyIds: ['c2'] }))).toBe('membership');
  expect(scopeChangeBetween(scope(), scope({ active: null, companyIds: [] }))).toBe('membership');
});

test('so is a policy that grants or takes an action, or changes its scope, but not another order of the same', () => {
  const granting = (granted: SessionScope['active'] & object) => scope({ active: granted });
  const more = granting({ ...active, scopes: { ...scopes, 'worklogs.submit': 'own' } });
  const wider = granting({ ...active, scopes: { ...scopes, 'worklogs.read': 'managed+own' } });
  expect([scopeChangeBetween(scope(), more), scopeChangeBetween(more, scope())]).toEqual(['rights', 'rights']);
  expect(scopeChangeBetween(scope(), wider)).toBe('rights');
  const same = granting({ ...active, scopes: { 'company.read': 'all', 'worklogs.read': 'own' } });
  expect(scopeChangeBetween(scope(), same)).toBeNull();
});

test('choosing another company, getting one more, signing in and signing out are not', () => {
  expect(scopeChangeBetween(scope(), scope({ active: other }))).toBeNull();
  expect(scopeChangeBetween(scope(), scope({ companyIds: ['c1', 'c2', 'c3'] }))).toBeNull();
  expect(scopeChangeBetween(scope({ active: null, companyIds: [] }), scope())).toBeNull();
  expect(scopeChangeBetween(scope(), scope({ uid: null, active: null, companyIds: [] }))).toBeNull();
  expect(scopeChangeBetween(scope(), scope({ uid: 'p2', active: { ...active, role: 'reviewer' } }))).toBeNull();
});
