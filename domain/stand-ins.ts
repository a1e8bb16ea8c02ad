// Standing in: an approver names another member who decides in their place between two company days, both included.
// It gives what the approver may decide by their own role at the moment of the act, but for worklogs of the approver: those
// were never theirs to decide. What was lent is not lent on. Without a role that decides, neither side gives or gets anything.

import { addDays, type Day } from './calendar.ts';
import { type Role, scopeOf } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';

/** A year and a day at most: whoever is away longer is replaced, and a forgotten one ends. */
/** Of each side of one person: the running ones and the next. */
export const maxListedStandIns = 100;

export const longestStandInDays = 366;

/** Somebody decides in the place of `approverId`, whose role this is now. */
export type StandIn = { approverId: string; role: Role; fromDay: Day; toDay: Day };

/** Who may name a stand-in and be one: the roles for which the page of approvals opens. */
export const mayStandIn = (role: Role): boolean => scopeOf(role, 'worklogs.decide') !== 'none';

/** Those of the stand-ins of a member with this role that give something today. */
export const runningStandIns = (role: Role, standIns: readonly StandIn[], today: Day): StandIn[] =>
  mayStandIn(role) ? standIns.filter((one) => mayStandIn(one.role) && one.fromDay <= today && today <= one.toDay) : [];

/** What is wrong with the days, each naming its field. */
export function standInRefusals({ fromDay, toDay }: { fromDay: Day; toDay: Day }, today: Day): Refusal[] {
  if (toDay < fromDay) return [refuse('stand-in.ends-before-start', { path: 'toDay' })];
  if (toDay < today) return [refuse('stand-in.over', { path: 'toDay' })];
  if (toDay >= addDays(fromDay, longestStandInDays))
    return [refuse('stand-in.too-long', { path: 'toDay', params: { days: longestStandInDays } })];
  return [];
}
