// One description of every table: whether its rows are in the archive of a company (docs/archive.md), and where the personal data in
// it is in the file of personal data (docs/personal-data.md). A new table is described here: otherwise tsc and tests/catalog.test.ts
// fail. Tables in the archive are listed in the order of their import: a table after those that it refers to.

import type { Database } from './schema.ts';

type Excluded = `not in it: ${string}`;

type TableDescription = {
  /** `rows`: every row of the company, with all columns that PostgreSQL does not compute itself. */
  archive: 'rows' | Excluded;
  personalData: string;
  /** Columns of text or JSON that contain ids of people; those of foreign keys are known from the catalog. */
  idsOfPeopleIn?: readonly string[];
};

const credentials = 'not in it: secrets; everybody signs in to the other installation again';
const queue = 'not in it: a queue, empty when its work is done';
const derived = 'not in it: computed from the worklogs by the import';
/** A table that refers to no person. */
export const ofNoPerson = 'not in it: of a company, not of a person';
const historyRows = 'not in it: gone 31 days after the import of history';
const historyPersonal = 'not in it: files of other tools, of which the worklogs are in it';
const short = 'not in it: gone within two days';

export const describedTables = {
  // `users.csv` has the members' names and addresses only.
  users: { archive: 'rows', personalData: 'account' },
  companies: { archive: 'rows', personalData: ofNoPerson },
  members: { archive: 'rows', personalData: 'memberships' },
  clients: { archive: 'rows', personalData: ofNoPerson },
  tags: { archive: 'rows', personalData: ofNoPerson },
  projects: { archive: 'rows', personalData: ofNoPerson },
  tasks: { archive: 'rows', personalData: ofNoPerson },
  projectManagers: { archive: 'rows', personalData: 'memberships.managedProjects' },
  projectWorkers: { archive: 'rows', personalData: 'memberships.assignedProjects' },
  invites: { archive: 'rows', personalData: 'invites' },
  inviteProjects: { archive: 'rows', personalData: ofNoPerson },
  historyImports: {
    archive: 'rows',
    personalData: 'not in it: the history of a company, which stays with the company',
  },
  worklogs: { archive: 'rows', personalData: 'worklogs' },
  worklogTags: { archive: 'rows', personalData: 'worklogs.tags' },
  receipts: { archive: 'rows', personalData: 'receipts' },
  worklogEvents: { archive: 'rows', personalData: 'worklogs.history' },
  importedWorklogs: { archive: 'rows', personalData: 'not in it: which row of another tool a worklog was, as a hash' },
  importedPeople: {
    archive: 'rows',
    personalData: 'not in it: which member a person of another tool is, by the hash of an address or name',
  },
  timers: { archive: 'rows', personalData: 'memberships.timer' },
  standIns: { archive: 'rows', personalData: 'memberships.standIns' },
  favouriteTasks: { archive: 'rows', personalData: 'memberships.favouriteTasks' },
  completeDays: { archive: 'rows', personalData: 'memberships.completeDays' },
  budgetAlerts: { archive: 'rows', personalData: ofNoPerson },
  savedReports: { archive: 'rows', personalData: 'memberships.savedReports', idsOfPeopleIn: ['filter'] },
  savedReportChoices: { archive: 'rows', personalData: 'memberships.savedReports' },
  payrollExports: {
    archive: 'rows',
    personalData: 'not in it: the payroll of a company, which stays with the company',
    idsOfPeopleIn: ['worker_ids', 'totals'],
  },
  companyEvents: {
    archive: 'rows',
    personalData: 'not in it: the history of a company, which stays with the company',
  },
  auditEvents: { archive: 'rows', personalData: 'auditEvents' },

  accessTokens: { archive: credentials, personalData: 'account.accessTokens' },
  accounts: { archive: credentials, personalData: 'account.hasPassword' },
  billingEvents: { archive: 'not in it: of the payment provider of an installation', personalData: ofNoPerson },
  budgetChecks: { archive: queue, personalData: ofNoPerson },
  dailyRuns: { archive: 'not in it: when the mails of an installation were sent last', personalData: ofNoPerson },
  daySums: { archive: derived, personalData: ofNoPerson },
  declinedMails: {
    archive: 'not in it: what a person chose for all their companies',
    personalData: 'account.declinedEmails',
  },
  devMail: { archive: 'not in it: mail of an installation', personalData: 'not in it: never in production' },
  failedMails: {
    archive: 'not in it: what the mail server of an installation answered',
    personalData: 'memberships.mailsFailingSince',
  },
  historyCreations: { archive: historyRows, personalData: 'not in it: what an import created, gone after a month' },
  historyFiles: { archive: historyRows, personalData: ofNoPerson },
  historyPeople: { archive: historyRows, personalData: historyPersonal },
  historyRows: { archive: historyRows, personalData: historyPersonal },
  historyVerdicts: { archive: historyRows, personalData: historyPersonal },
  idempotencyKeys: {
    archive: short,
    personalData: 'not in it: answers to the person’s own requests, gone within two days',
  },
  importRows: { archive: 'not in it: gone 30 days after the import', personalData: 'not in it: lists of other people' },
  imports: { archive: 'not in it: gone 30 days after the import', personalData: 'not in it: lists of other people' },
  installation: { archive: 'not in it: of an installation', personalData: 'not in it: of an installation' },
  knownBrowsers: { archive: credentials, personalData: 'knownBrowsers' },
  linkCodes: {
    archive: credentials,
    personalData: 'not in it: one-time secrets, gone when they are used or expire',
  },
  monthSums: { archive: derived, personalData: ofNoPerson },
  notices: { archive: queue, personalData: 'not in it: mails about to be put together, gone then' },
  passkeyChallenges: { archive: credentials, personalData: 'not in it: gone within minutes' },
  passkeys: { archive: credentials, personalData: 'account.passkeys' },
  pendingSignIns: { archive: credentials, personalData: 'not in it: gone within minutes' },
  preparedFiles: { archive: short, personalData: 'not in it: gone within an hour' },
  pushKeys: { archive: credentials, personalData: 'not in it: of an installation' },
  pushSubscriptions: { archive: credentials, personalData: 'account.pushDevices' },
  quietHours: {
    archive: 'not in it: what a person chose for all their companies',
    personalData: 'account.quietHours',
  },
  recoveryCodes: { archive: credentials, personalData: 'not in it: hashes of secrets' },
  secondFactors: { archive: credentials, personalData: 'account.secondFactorSince' },
  sentNotices: {
    archive: 'not in it: when the mails of an installation were sent last',
    personalData: 'not in it: the day of the last mail of each kind, so that it is not sent twice',
  },
  sessions: { archive: credentials, personalData: 'sessions' },
  signedOutKeys: {
    archive: short,
    personalData: 'not in it: answers to requests without a session, gone within two days',
  },
  signingKeys: { archive: credentials, personalData: 'not in it: of an installation' },
  subscriptions: { archive: 'not in it: of the payment provider of an installation', personalData: ofNoPerson },
  sumChanges: { archive: derived, personalData: ofNoPerson },
  throttles: { archive: short, personalData: 'not in it: counters, gone within a day' },
  verifications: {
    archive: credentials,
    personalData: 'not in it: one-time secrets, gone when they are used or expire',
  },
} as const satisfies Record<keyof Database, TableDescription>;

/** The name of a table or column in SQL. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type DescribedTable = TableDescription & {
  /** As in SQL. */
  name: string;
};

/** In the order of `describedTables`. */
export const tableDescriptions: readonly DescribedTable[] = Object.entries<TableDescription>(describedTables).map(
  ([name, description]) => ({ ...description, name: snakeCase(name) }),
);
