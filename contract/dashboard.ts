// The dashboard: pending work of the caller, this week, and the counts in the navigation.

import { z } from 'zod';
import { undeliverableReasons } from '#domain/invites.ts';
import { maxDaysPending } from '#domain/worklogs.ts';
import { endpoint } from './endpoint.ts';
import { clientName, companyPath, day, email, id, instant, money } from './fields.ts';
import { budgetLine } from './projects.ts';
import { worklog } from './worklogs.ts';

/** As many as fit on one screen; the counts include the rest. */
export const maxDashboardRows = 20;

/** The worst ones; the project list has the others. */
export const maxDashboardBudgets = 5;

export const maxLockDateAdmins = 5;

/** People who are late with decisions, and mails that failed: the first ones, beside the count of all. */
export const maxDashboardPeople = 8;

/** People without hours: the page shows the first ones, and the others when asked. */
export const maxMissingPeople = 200;

/** The own worklogs of one day, whose total is shown. */
export const maxOwnWorklogs = 100;

const ownWorklog = worklog.pick({
  id: true,
  projectName: true,
  clientName: true,
  colour: true,
  taskName: true,
  status: true,
  zone: true,
  startsAt: true,
  endsAt: true,
  minutes: true,
  expense: true,
});

export const dashboard = z
  .object({
    rejected: z
      .object({
        count: z.int(),
        oldestDay: day.nullable().describe('The first day with one of them'),
        worklogs: z
          .array(
            z.object({
              id,
              projectName: z.string(),
              clientName,
              taskName: z.string(),
              day,
              minutes: z.int().nullable(),
              expense: money.nullable(),
              submittedAt: instant,
              reviewNotes: z.string(),
              reviewerName: z.string(),
              version: z.int(),
              isLocked: z.boolean().describe('Its period is locked: the caller cannot change it, but may dismiss it'),
            }),
          )
          .max(maxDashboardRows),
      })
      .describe('The caller’s own rejected worklogs, oldest submission first; without dismissed ones'),
    lock: z
      .object({
        until: day,
        canMove: z.array(z.string()).max(maxLockDateAdmins).describe('Names of those who can move the lock date'),
      })
      .nullable()
      .describe('Set if one of the rejected worklogs is in a locked period'),
    waiting: z
      .object({
        count: z.int(),
        oldestSubmittedAt: instant.nullable(),
        oldestDay: day.nullable().describe('The first day with one of them'),
        workers: z
          .array(
            z.object({
              userId: id,
              name: z.string(),
              count: z.int(),
              oldestSubmittedAt: instant,
              isOverdue: z.boolean().describe(`The oldest one is pending for more than ${maxDaysPending} days`),
            }),
          )
          .max(maxDashboardRows)
          .describe('Longest waiting first'),
      })
      .nullable()
      .describe('Pending worklogs the caller may decide; null for roles that decide nothing'),
    budgets: z
      .object({ count: z.int(), worst: z.array(budgetLine).max(maxDashboardBudgets) })
      .nullable()
      .describe('Budgets of active projects of which 80 % or more is used; null for roles that see no budgets'),
    missing: z
      .object({
        count: z.int(),
        people: z
          .array(
            z.object({
              userId: id,
              name: z.string(),
              day: day.nullable().describe('Their last working day; null for somebody new who has logged nothing yet'),
              isEmpty: z.boolean().describe('Nothing is logged on that day'),
              hours: z
                .object({ minutes: z.int(), usualMinutes: z.int() })
                .nullable()
                .describe('In all projects; null for callers who see some projects only, and without a day'),
            }),
          )
          .max(maxMissingPeople)
          .describe('Those with the least hours first'),
      })
      .nullable()
      .describe(
        'People on open projects of the caller, or of the company for those who read all reports, who logged less than three quarters of their usual hours on their last working day, without days that they called complete and days on which nobody in the company logged anything; null for roles that neither manage anybody nor read all reports',
      ),
    payroll: z
      .object({
        from: day,
        to: day,
        isOver: z.boolean().describe('The period has ended, so that it can be closed'),
        pending: z.int().describe('Pending worklogs of the whole company up to `to`'),
        managers: z
          .array(z.object({ userId: id.nullable(), name: z.string(), pending: z.int() }))
          .max(maxDashboardPeople)
          .describe(
            'Managers of the projects with these worklogs, most first; without an id: of projects without a manager',
          ),
      })
      .nullable()
      .describe(
        'The next period to close; null for callers who do not read the payroll of the whole company, and before the first worklog',
      ),
    failedInvites: z
      .object({
        count: z.int(),
        invites: z
          .array(z.object({ id, email, sentAt: instant, reason: z.enum(undeliverableReasons) }))
          .max(maxDashboardPeople),
      })
      .nullable()
      .describe('Open invites whose mail will not arrive, newest first; null for callers who cannot send them again'),
    failedMails: z
      .object({
        count: z.int(),
        people: z
          .array(z.object({ userId: id, name: z.string(), since: instant, reason: z.enum(undeliverableReasons) }))
          .max(maxDashboardPeople),
      })
      .nullable()
      .describe(
        'Active members whose last mail about work could not be delivered, longest first; null for callers who do not manage members',
      ),
    lateBackup: z
      .object({ lastAt: instant })
      .nullable()
      .describe(
        'The last backup of this installation if it is older than a day; null otherwise, for callers who are not company admins, and where Daybook makes no backups',
      ),
    own: z
      .object({
        day,
        worklogs: z.array(ownWorklog).max(maxOwnWorklogs).describe('Of today, by their start'),
        incomplete: z
          .object({ day, minutes: z.int(), usualMinutes: z.int().describe('The median of the four weeks before') })
          .nullable()
          .describe(
            'The last working day, if less than three quarters of the usual hours were logged on it and the caller did not call it complete; a day on which nobody of several people logged anything does not count',
          ),
        hasLogged: z.boolean(),
        target: z
          .object({ minutes: z.int().describe('Pending and approved ones of this week'), targetMinutes: z.int() })
          .nullable()
          .describe('The weekly target of the company; null if it has none'),
      })
      .nullable()
      .describe('The caller’s own day; null for those who may not log, and on the Free plan'),
    firstSteps: z
      .object({ hasProject: z.boolean(), hasSeats: z.boolean(), hasInvited: z.boolean(), hasWorklog: z.boolean() })
      .nullable()
      .describe('For company admins until all are true'),
    week: z
      .array(z.object({ day, minutes: z.int() }))
      .max(7)
      .describe('Minutes of each day of the current week that the caller may see in reports, without rejected ones'),
    weekMinutes: z.int(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

export const dashboardEndpoints = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/dashboard',
    can: 'company.read',
    onFreePlan: true,
    summary: 'Pending work of the caller, and this week',
    input: z.strictObject(companyPath),
    output: dashboard,
  }),
  getCounts: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/counts',
    can: 'company.read',
    onFreePlan: true,
    summary: 'Counts of pending work for the navigation, counted up to 100',
    input: z.strictObject(companyPath),
    output: z.object({
      toDecide: z.int().describe('Pending worklogs the caller may decide'),
      toCorrect: z.int().describe('Own rejected worklogs, without dismissed ones'),
    }),
  }),
};
