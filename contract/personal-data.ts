// The file behind "Download my data": everything the product keeps about one person, as one JSON document.
// Of others it holds only the names of those who decided on the person's own worklogs, as the history on the page does.
// No secret is in it: no password, no token, no key.

import { z } from 'zod';
import { mailKinds } from '#domain/emails.ts';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { receiptTypes } from '#domain/receipts.ts';
import { reportMailFormats, reportMailings, savedRanges, savedReportViews } from '#domain/saved-reports.ts';
import { passkeyName } from './credentials.ts';
import { day, id, instant, role, settings } from './fields.ts';

export const personalDataFormat = 'daybook-personal-data/1';

const account = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  createdAt: instant,
  settings,
  hasPassword: z.boolean(),
  secondFactorSince: instant.nullable(),
  declinedEmails: z.array(z.enum(mailKinds)),
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

const session = z.strictObject({
  createdAt: instant,
  expiresAt: instant,
  address: z.string().describe('Network address that signed in'),
  userAgent: z.string(),
});

const knownBrowser = z
  .strictObject({ firstUsedAt: instant, lastUsedAt: instant })
  .describe('A browser that the person signed in with; what it is known by opens nothing and is not in the file');

const membership = z.strictObject({
  companyId: id,
  companyName: z.string(),
  role,
  joinedAt: instant,
  deactivatedAt: instant.nullable(),
  managedProjects: z.array(z.string()),
  assignedProjects: z.array(z.string()),
  favouriteTasks: z.array(z.string()).describe('Project and task, in the order of the pickers'),
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
    .describe('Runs, or waits to become a worklog'),
  standIns: z
    .array(
      z.strictObject({
        side: z.enum(['approver', 'stand-in']).describe('Which of the two the person was'),
        fromDay: day,
        toDay: day,
        createdAt: instant,
        endedAt: instant.nullable(),
      }),
    )
    .describe('When the person lent their decisions, or decided in the place of another'),
  savedReports: z.array(
    z.strictObject({
      name: z.string(),
      view: z.enum(savedReportViews),
      range: z.enum(savedRanges),
      from: day.nullable(),
      to: day.nullable(),
      filter: z.record(z.string(), z.unknown()),
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
    .describe('What the person chose about saved reports, also those of others'),
});

const invite = z.strictObject({
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
  values: z.record(z.string(), z.unknown()).nullable().describe('What the worklog had after a move that sets values'),
});

const worklog = z.strictObject({
  companyId: id,
  id,
  projectName: z.string(),
  colour: z.enum(projectColours),
  taskName: z.string(),
  kind: z.enum(taskKinds),
  status: z.enum(['pending', 'approved', 'rejected', 'deleted']).describe('`deleted`: withdrawn'),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  minutes: z.int().nullable(),
  zone: z.string(),
  day,
  amountMinor: z.int().nullable(),
  currency: z.string(),
  notes: z.string(),
  version: z.int(),
  submittedAt: instant,
  reviewerName: z.string().nullable(),
  reviewedForName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  reviewNotes: z.string().nullable(),
  history: z.array(event),
});

const decision = z
  .strictObject({ companyId: id, worklogId: id, move: z.string(), at: instant, notes: z.string().nullable() })
  .describe('What the person decided about worklogs of others: the act, not the worklog');

const receipt = z
  .strictObject({
    companyId: id,
    worklogId: id.nullable(),
    name: z.string(),
    type: z.enum(receiptTypes),
    bytes: z.int(),
    sha256: z.string().describe('Of the file as it is kept: what was downloaded can be compared with it'),
    uploadedAt: instant,
    removedAt: instant.nullable(),
    address: z.string().describe('Where the file itself is, while the person may see it'),
  })
  .describe('What the person uploaded; the files stand beside their worklogs');

export const personalData = z.strictObject({
  format: z.literal(personalDataFormat),
  takenAt: instant,
  account,
  sessions: z.array(session),
  knownBrowsers: z.array(knownBrowser),
  memberships: z.array(membership),
  invites: z.array(invite),
  worklogs: z.array(worklog),
  receipts: z.array(receipt),
  decisions: z.array(decision),
});
export type PersonalData = z.input<typeof personalData>;
