// The file of "Download my data": everything that the product stores about one person, as one JSON document. About other
// people it contains only the names of those who decided on the person's worklogs. It contains no passwords, tokens or keys.

import { z } from 'zod';
import { noticeKinds } from '#domain/notice-kinds.ts';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { receiptTypes } from '#domain/receipts.ts';
import { reportGroups } from '#domain/report-groups.ts';
import { reportMailFormats, reportMailings, savedRanges, savedReportViews } from '#domain/saved-reports.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { auditKind } from './audit.ts';
import { passkeyName } from './credentials.ts';
import { day, id, instant, role, settings } from './fields.ts';
import { worklogValues } from './worklog-fields.ts';

export const personalDataFormat = 'daybook-personal-data/2';

const account = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: instant,
  settings,
  hasPassword: z.boolean(),
  secondFactorSince: instant.nullable(),
  declinedEmails: z.array(z.enum(noticeKinds)),
  pushDevices: z
    .array(z.strictObject({ userAgent: z.string(), createdAt: instant }))
    .describe('Devices with notifications, without the address at the push service'),
  quietHours: z.strictObject({ from: z.string(), to: z.string(), zone: z.string() }).nullable(),
  accessTokens: z.array(
    z.strictObject({
      name: z.string(),
      isReadOnly: z.boolean(),
      createdAt: instant,
      expiresAt: instant,
      lastUsedOn: day.nullable(),
    }),
  ),
  passkeys: z.array(z.strictObject({ name: passkeyName, createdAt: instant, lastUsedAt: instant.nullable() })),
});

const exportedSession = z.strictObject({
  createdAt: instant,
  expiresAt: instant,
  address: z.string().describe('IP address of the sign-in'),
  userAgent: z.string(),
});

const knownBrowser = z
  .strictObject({ firstUsedAt: instant, lastUsedAt: instant })
  .describe(
    'A browser that the person signed in with; the cookie that identifies it gives no access and is not included',
  );

const membership = z.strictObject({
  companyId: id,
  companyName: z.string(),
  role,
  joinedAt: instant,
  deactivatedAt: instant.nullable(),
  managedProjects: z.array(z.string()),
  assignedProjects: z.array(z.string()),
  favouriteTasks: z.array(z.string()).describe('Project and task, in the order of the pickers'),
  completeDays: z.array(z.string()).describe('Recent days of which the person said that nothing is missing'),
  mailsFailingSince: instant.nullable().describe('Since when mails of this company to the person cannot be delivered'),
  timer: z
    .strictObject({
      projectName: z.string().nullable(),
      taskName: z.string().nullable(),
      startedAt: instant,
      stoppedAt: instant.nullable(),
      zone: z.string(),
      notes: z.string(),
    })
    .nullable()
    .describe('A running timer, or a stopped one that is not saved as a worklog yet'),
  standIns: z
    .array(
      z.strictObject({
        side: z.enum(['approver', 'stand-in']).describe('The part of the person'),
        fromDay: day,
        toDay: day,
        createdAt: instant,
        endedAt: instant.nullable(),
      }),
    )
    .describe('When the person had a stand-in or was one'),
  savedReports: z.array(
    z.strictObject({
      name: z.string(),
      view: z.enum(savedReportViews),
      range: z.enum(savedRanges),
      from: day.nullable(),
      to: day.nullable(),
      filter: z.record(z.string(), z.unknown()),
      groupBy: z.array(z.enum(reportGroups)),
      isShared: z.boolean(),
      createdAt: instant,
    }),
  ),
  reportChoices: z
    .array(
      z.strictObject({
        reportId: id,
        isPinned: z.boolean(),
        mail: z.enum(reportMailings),
        mailFormat: z.enum(reportMailFormats),
        mailedOn: day.nullable(),
      }),
    )
    .describe('The person’s choices for saved reports, including those of others'),
});

const exportedInvite = z.strictObject({
  companyName: z.string(),
  role,
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(['pending', 'accepted', 'revoked', 'expired']),
});

const event = z.strictObject({
  at: instant,
  move: z.string(),
  actorName: z.string(),
  onBehalfOfName: z.string().nullable(),
  version: z.int(),
  notes: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()).nullable().describe('Values of the worklog after a move that sets them'),
});

const exportedWorklog = z.strictObject({
  companyId: id,
  id,
  projectName: z.string(),
  colour: z.enum(projectColours),
  taskName: z.string(),
  kind: z.enum(taskKinds),
  status: z.enum([...worklogStatuses, 'deleted']).describe('`deleted`: withdrawn'),
  ...worklogValues,
  tags: z.array(z.string()),
  version: z.int(),
  submittedAt: instant,
  enteredByName: z.string().nullable().describe('Who entered it for the person; null: the person'),
  reviewerName: z.string().nullable(),
  reviewedForName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  reviewNotes: z.string().nullable(),
  history: z.array(event),
});

const decision = z
  .strictObject({ companyId: id, worklogId: id, move: z.string(), at: instant, notes: z.string().nullable() })
  .describe('What the person decided about worklogs of others, or entered for them (`enter`), without the worklogs');

const exportedReceipt = z
  .strictObject({
    companyId: id,
    worklogId: id.nullable(),
    name: z.string(),
    type: z.enum(receiptTypes),
    bytes: z.int(),
    sha256: z.string().describe('Hash of the stored file, to verify a download'),
    uploadedAt: instant,
    removedAt: instant.nullable(),
    address: z.string().describe('URL of the file, while the person may see it'),
  })
  .describe('Uploads of the person; the files themselves are not included');

const exportedEvent = z
  .strictObject({
    companyId: id,
    kind: auditKind,
    at: instant,
    isOwn: z.boolean().describe('Whether the person did it; else it happened to them'),
    about: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  })
  .describe('In the audit logs of companies, while they are kept');

export const personalData = z.strictObject({
  format: z.literal(personalDataFormat),
  takenAt: instant,
  account,
  sessions: z.array(exportedSession),
  knownBrowsers: z.array(knownBrowser),
  memberships: z.array(membership),
  invites: z.array(exportedInvite),
  worklogs: z.array(exportedWorklog),
  receipts: z.array(exportedReceipt),
  decisions: z.array(decision),
  auditEvents: z.array(exportedEvent),
});
export type PersonalData = z.input<typeof personalData>;
