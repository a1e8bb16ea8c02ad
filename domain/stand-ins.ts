// Stand-ins: an approver names another member who decides on their behalf between two company days, both included.
// The stand-in may decide what the approver's current role allows, except the approver's own worklogs. The right cannot be
// passed on to a third person. It has no effect unless both have a role that decides.

import { addDays, type Day } from './calendar.ts';
import { includesWorklog, isAllowed, type Role, scopeOf } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';

/** Listed per person and direction: the current ones and the next ones. */
export const maxListedStandIns = 100;

/** About a year: a longer absence needs a replacement, and a forgotten stand-in ends. */
export const maxStandInDays = 366;

/** A member decides on behalf of `approverId`; `role` is the approver's current role. */
export type StandInGrant = { approverId: string; role: Role; fromDay: Day; toDay: Day };

/** Whether the role may name a stand-in and be one: the roles that decide on worklogs. */
export const canStandIn = (role: Role): boolean => isAllowed({ role }, 'worklogs.decide');

/** Whether the approver's role includes the worklog, so that their stand-in may decide it. Never the approver's own worklogs. */
export const reachesOnBehalfOf = (
  { approverId, role }: Pick<StandInGrant, 'approverId' | 'role'>,
  { workerId, enteredBy, managedBy }: { workerId: string; enteredBy: string | null; managedBy: readonly string[] },
): boolean =>
  approverId !== workerId &&
  approverId !== enteredBy &&
  includesWorklog(scopeOf({ role }, 'worklogs.decide'), { personId: approverId, workerId, managedBy });

/** The stand-ins of a member with this role that are in effect today. */
export const activeStandIns = (role: Role, standIns: readonly StandInGrant[], today: Day): StandInGrant[] =>
  canStandIn(role) ? standIns.filter((one) => canStandIn(one.role) && one.fromDay <= today && today <= one.toDay) : [];

/** What is wrong with the days; each refusal names its field. */
export function standInRefusals({ fromDay, toDay }: { fromDay: Day; toDay: Day }, today: Day): Refusal[] {
  if (toDay < fromDay) return [refuse('stand-in.ends-before-start', { path: 'toDay' })];
  if (toDay < today) return [refuse('stand-in.over', { path: 'toDay' })];
  if (toDay >= addDays(fromDay, maxStandInDays))
    return [refuse('stand-in.too-long', { path: 'toDay', params: { days: maxStandInDays } })];
  return [];
}
