import { assert, boolean, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { lastAdminRefusal, normalizeEmail, staleRoleRefusal } from './members.ts';
import { roles } from './permissions.ts';

const admin = { role: 'company admin', isActive: true } as const;
const worker = { role: 'worker', isActive: true } as const;

test.each([
  ['demoted', { ...admin, role: 'worker' as const }],
  ['deactivated', { ...admin, isActive: false }],
])('the only admin cannot be %s', (_, after) => {
  expect(lastAdminRefusal(admin, after, 0)).toEqual({ code: 'member.last-admin' });
  expect(lastAdminRefusal(admin, after, 1)).toBeNull();
});

test('the only admin may be saved without a change', () => {
  expect(lastAdminRefusal(admin, admin, 0)).toBeNull();
});

test('other members can join, leave and change role freely', () => {
  expect(lastAdminRefusal(worker, { ...worker, isActive: false }, 0)).toBeNull();
  expect(lastAdminRefusal({ ...admin, isActive: false }, { ...worker, isActive: false }, 0)).toBeNull();
});

test('no allowed change leaves a company without an active admin', () => {
  const state = record({ role: constantFrom(...roles), isActive: boolean() });
  const counts = (member: { role: string; isActive: boolean }) =>
    Number(member.isActive && member.role === 'company admin');
  assert(
    property(state, state, nat(3), (before, after, otherAdmins) => {
      if (counts(before) + otherAdmins === 0) return;
      if (lastAdminRefusal(before, after, otherAdmins) === null) {
        expect(counts(after) + otherAdmins).toBeGreaterThan(0);
      }
    }),
  );
});

test('a role that another admin has changed in the meantime is not overwritten', () => {
  const now = { name: 'Ani', role: 'manager', roleName: 'Project Manager' } as const;
  expect(staleRoleRefusal(now, { seenRole: 'worker', role: 'reviewer' })).toEqual({
    code: 'member.changed-since-seen',
    params: { name: 'Ani', role: 'Project Manager' },
    extra: { role: 'manager' },
  });
  expect(staleRoleRefusal(now, { seenRole: 'worker' })).not.toBeNull();
  expect(staleRoleRefusal(now, { seenRole: 'worker', role: 'manager' })).toBeNull();
  expect(staleRoleRefusal(now, { seenRole: 'manager', role: 'reviewer' })).toBeNull();
  expect(staleRoleRefusal(now, { role: 'reviewer' })).toBeNull();
});

test.each([
  [' Ani@Example.TEST ', 'ani@example.test'],
  ['ani@example.test', 'ani@example.test'],
  ['\u202aani@example.test\u202c', 'ani@example.test'],
  ['\u200eani@example.test\u200b \u200f', 'ani@example.test'],
  ['\u2068ani@\u2060example.\u2060test\u2069', 'ani@example.test'],
])('%s is the address %s', (typed, address) => {
  expect(normalizeEmail(typed)).toBe(address);
});
