import { expect, test } from 'vitest';
import { roles } from './permissions.ts';
import {
  activeStandIns,
  canStandIn,
  maxStandInDays,
  reachesOnBehalfOf,
  type StandInGrant,
  standInRefusals,
} from './stand-ins.ts';

const today = '2026-11-16';
const named = (rest: Partial<StandInGrant> = {}): StandInGrant => ({
  approverId: 'approver',
  role: 'manager',
  fromDay: '2026-11-10',
  toDay: '2026-11-20',
  ...rest,
});

test('exactly the roles that decide may name a stand-in and be one', () => {
  expect(roles.filter(canStandIn)).toEqual(['company admin', 'manager', 'timesheet approver']);
});

test('a stand-in is in effect from the first day to the last, both included', () => {
  const runs = (fromDay: string, toDay: string) => activeStandIns('manager', [named({ fromDay, toDay })], today).length;
  expect(runs(today, today)).toBe(1);
  expect(runs('2026-11-17', '2026-11-20')).toBe(0);
  expect(runs('2026-11-10', '2026-11-15')).toBe(0);
});

test.each(roles)('with the role %s on either side it has an effect only if both roles decide', (role) => {
  expect(activeStandIns(role, [named()], today).length).toBe(canStandIn(role) ? 1 : 0);
  expect(activeStandIns('manager', [named({ role })], today).length).toBe(canStandIn(role) ? 1 : 0);
});

test.each([
  ['2026-11-16', '2026-11-16', []],
  ['2026-11-01', '2026-11-16', []],
  ['2026-11-18', '2026-11-17', ['toDay: stand-in.ends-before-start']],
  ['2026-11-01', '2026-11-15', ['toDay: stand-in.over']],
  ['2026-11-16', '2027-11-16', []],
  ['2026-11-16', '2027-11-17', ['toDay: stand-in.too-long']],
])('from %s to %s', (fromDay, toDay, wanted) => {
  expect(standInRefusals({ fromDay, toDay }, today).map(({ code, path }) => `${path}: ${code}`)).toEqual(wanted);
  expect(maxStandInDays).toBe(366);
});

test('a stand-in reaches the worklogs that the approver reaches, except those that are the approver’s or entered by them', () => {
  const of = (workerId: string, ...managedBy: string[]) => ({ workerId, enteredBy: null, managedBy });
  expect(reachesOnBehalfOf(named(), of('worker', 'approver'))).toBe(true);
  expect(reachesOnBehalfOf(named(), of('worker', 'somebody'))).toBe(false);
  expect(reachesOnBehalfOf(named({ role: 'timesheet approver' }), of('worker'))).toBe(true);
  expect(reachesOnBehalfOf(named({ role: 'timesheet approver' }), of('approver'))).toBe(false);
  const entered = { ...of('worker', 'approver'), enteredBy: 'approver' };
  expect(reachesOnBehalfOf(named(), entered)).toBe(false);
  expect(reachesOnBehalfOf(named(), { ...entered, enteredBy: 'somebody' })).toBe(true);
});
