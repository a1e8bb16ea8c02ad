// Generated from the catalog by scripts/generate-schema.js; never edited by hand.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a value, written as JSON text. */
export type JsonColumn = ColumnType<unknown, string | undefined, string>;

export type AccessTokensTable = {
  id: string;
  userId: string;
  tokenHash: Buffer;
  name: string;
  limitedTo: string | null;
  isReadOnly: boolean;
  createdAt: Generated<Date>;
  expiresAt: Date;
  lastUsedOn: string | null;
};

export type AccountsTable = {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type AuditEventsTable = {
  companyId: string;
  id: string;
  kind:
    | 'sign-in'
    | 'member-joined'
    | 'member-activated'
    | 'member-deactivated'
    | 'role-changed'
    | 'policy'
    | 'company-setting'
    | 'token-created'
    | 'token-revoked'
    | 'report-exported'
    | 'report-mailed'
    | 'personal-data-exported'
    | 'seats'
    | 'subscription'
    | 'client-renamed'
    | 'client-deleted'
    | 'tag-renamed'
    | 'tag-merged'
    | 'tag-deleted'
    | 'history-imported'
    | 'history-undone'
    | 'company-imported';
  at: Date;
  actorId: string | null;
  subjectId: string | null;
  about: string | null;
  fromValue: string | null;
  toValue: string | null;
};

export type BillingEventsTable = {
  companyId: string;
  id: string;
  kind: string;
  happenedAt: Date;
  appliedAt: Generated<Date>;
};

export type BudgetAlertsTable = {
  companyId: string;
  projectId: string;
  taskId: string | null;
  measure: 'minutes' | 'money';
  threshold: number;
  budget: number;
  budgetOf: GeneratedAlways<string>;
};

export type BudgetChecksTable = {
  companyId: string;
  projectId: string;
};

export type ClientsTable = {
  companyId: string;
  id: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  createdAt: Generated<Date>;
};

export type CompaniesTable = {
  id: string;
  name: string;
  timeZone: string;
  currency: string;
  weekStartsOn: Generated<number>;
  seats: Generated<number>;
  lockedUntil: string | null;
  overlaps: Generated<'refuse' | 'flag'>;
  allowFuture: Generated<boolean>;
  requireNotes: Generated<boolean>;
  version: Generated<number>;
  createdAt: Generated<Date>;
  receiptAboveMinor: number | null;
  longestWorklogMinutes: Generated<number>;
  longestDayMinutes: number | null;
  waitingMails: Generated<'at-once' | 'daily' | 'never'>;
  emptyWeekMails: Generated<boolean>;
  loggers: Generated<'workers' | 'everyone'>;
  logForOthers: Generated<boolean>;
  times: Generated<'required' | 'optional'>;
  weeklyTargetMinutes: number | null;
  auditDays: Generated<number>;
  hasClients: Generated<boolean>;
  hasTags: Generated<boolean>;
  hasUnbillable: Generated<boolean>;
};

export type CompanyEventsTable = {
  companyId: string;
  id: string;
  kind: 'lock-date' | 'payroll-closed' | 'policy';
  actorId: string;
  at: Date;
  fromDay: string | null;
  toDay: string | null;
  reason: Generated<string>;
  policy: string | null;
  fromValue: string | null;
  toValue: string | null;
};

export type CompleteDaysTable = {
  companyId: string;
  userId: string;
  day: string;
};

export type DailyRunsTable = {
  companyId: string;
  day: string;
};

export type DaySumsTable = {
  companyId: string;
  day: string;
  projectId: string;
  kind: 'timed' | 'expense';
  status: 'pending' | 'approved' | 'rejected';
  currency: string;
  entries: number;
  minutes: number;
  amountMinor: number;
  isBillable: Generated<boolean>;
};

export type DeclinedMailsTable = {
  userId: string;
  kind: 'decisions' | 'waiting' | 'empty-week' | 'stand-in' | 'report' | 'budget';
  declinedAt: Generated<Date>;
};

export type DevMailTable = {
  id: string;
  recipient: string;
  subject: string;
  text: Generated<string>;
  html: Generated<string>;
  messageId: string;
  sentAt: Generated<Date>;
  fileName: string | null;
  fileType: string | null;
  file: Buffer | null;
  sealed: Buffer | null;
};

export type FailedMailsTable = {
  companyId: string;
  userId: string;
  since: Generated<Date>;
  reason: 'address-refused' | 'message-refused' | 'not-sent';
};

export type FavouriteTasksTable = {
  companyId: string;
  userId: string;
  taskId: string;
  position: number;
};

export type HistoryCreationsTable = {
  companyId: string;
  importId: string;
  id: string;
  userId: string | null;
  clientId: string | null;
  projectId: string | null;
  taskId: string | null;
  tagId: string | null;
};

export type HistoryFilesTable = {
  companyId: string;
  importId: string;
  number: number;
  name: string;
  tool: 'toggl' | 'clockify' | 'harvest' | 'kimai' | 'solidtime' | 'table' | null;
  rows: number | null;
  dateOrder: 'day-month' | 'month-day' | null;
  ignored: JsonColumn;
};

export type HistoryImportsTable = {
  companyId: string;
  id: string;
  state: Generated<'open' | 'checking' | 'checked' | 'running' | 'imported' | 'undoing' | 'undone'>;
  startedBy: string;
  createdAt: Date;
  finishedAt: Date | null;
  fileNames: Generated<string>;
  zone: string;
  status: Generated<'approved' | 'pending' | 'as-in-file'>;
  overlapChoice: Generated<'shorten' | 'skip' | 'keep'>;
  withoutTimes: Generated<'place' | 'length' | 'skip'>;
  projectName: Generated<string>;
  taskName: Generated<string>;
  intoLocked: Generated<boolean>;
  counts: JsonColumn;
  creates: JsonColumn;
  done: Generated<number>;
  problem: string | null;
  namedColumns: JsonColumn;
  questions: JsonColumn;
};

export type HistoryPeopleTable = {
  companyId: string;
  importId: string;
  personKey: string;
  name: string;
  email: string;
  rows: number;
  userId: string | null;
  isChosen: Generated<boolean>;
  examples: JsonColumn;
};

export type HistoryRowsTable = {
  companyId: string;
  importId: string;
  fileNumber: number;
  line: number;
  identity: Buffer;
  personKey: string;
  person: string;
  email: string;
  client: string;
  project: string;
  task: string;
  notes: string;
  tags: JsonColumn;
  isBillable: boolean | null;
  isApproved: boolean | null;
  startsAt: string | null;
  endsAt: string | null;
  isUtc: boolean;
  day: string | null;
  seconds: number;
  problem: string | null;
  startSecond: Generated<number>;
  clockSeconds: number | null;
  hasLength: Generated<boolean>;
};

export type HistoryVerdictsTable = {
  companyId: string;
  importId: string;
  fileNumber: number;
  line: number;
  verdict:
    | 'new'
    | 'shortened'
    | 'overlapping'
    | 'placed'
    | 'length-only'
    | 'known'
    | 'break'
    | 'wrong-date'
    | 'wrong-time'
    | 'wrong-length'
    | 'negative-length'
    | 'no-length'
    | 'too-short'
    | 'too-long'
    | 'no-person'
    | 'invited'
    | 'overlaps'
    | 'no-free-time'
    | 'without-times'
    | 'locked'
    | 'future';
  startsAt: Date | null;
  endsAt: Date | null;
  minutes: number | null;
  day: string | null;
};

export type IdempotencyKeysTable = {
  userId: string;
  key: string;
  requestHash: Buffer;
  status: number | null;
  body: JsonColumn;
  createdAt: Generated<Date>;
};

export type ImportRowsTable = {
  companyId: string;
  importId: string;
  line: number;
  email: string;
  name: string;
  role: string;
  verdict:
    | 'new'
    | 'member'
    | 'deactivated'
    | 'invited'
    | 'repeated'
    | 'no-email'
    | 'wrong-email'
    | 'wrong-role'
    | 'wrong-name'
    | 'too-often';
  inviteId: string | null;
  mail: 'waiting' | 'sent' | 'failed' | 'dropped' | null;
};

export type ImportedPeopleTable = {
  companyId: string;
  personHash: Buffer;
  userId: string;
};

export type ImportedWorklogsTable = {
  companyId: string;
  worklogId: string;
  importId: string;
  identity: Buffer;
  placedAt: Date | null;
  content: Buffer | null;
};

export type ImportsTable = {
  companyId: string;
  id: string;
  startedBy: string;
  fileName: Generated<string>;
  createdAt: Date;
};

export type InstallationTable = {
  isOnly: Generated<boolean>;
  secretFingerprint: Buffer | null;
  lastBackupAt: Generated<Date>;
  lastDatabaseBackupAt: Date | null;
  lastFilesBackupAt: Date | null;
  lastDrillAt: Generated<Date>;
  restoredAt: Date | null;
};

export type InviteProjectsTable = {
  companyId: string;
  inviteId: string;
  projectId: string;
};

export type InvitesTable = {
  companyId: string;
  id: string;
  email: string;
  role: 'company admin' | 'manager' | 'timesheet approver' | 'reviewer' | 'worker';
  invitedBy: string;
  createdAt: Generated<Date>;
  sentAt: Generated<Date>;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  name: Generated<string>;
  undeliverable: 'address-refused' | 'message-refused' | 'not-sent' | null;
};

export type KnownBrowsersTable = {
  userId: string;
  tokenHash: string;
  firstUsedAt: Generated<Date>;
  lastUsedAt: Generated<Date>;
};

export type LinkCodesTable = {
  id: string;
  purpose: 'verifyEmail' | 'resetPassword' | 'signIn' | 'verifyAndChangeEmail' | 'recoverEmail' | 'invite';
  codeHash: Buffer;
  userId: string | null;
  email: string;
  companyId: string | null;
  inviteId: string | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  consumedAt: Date | null;
  voidedAt: Date | null;
  sender: string | null;
};

export type MembersTable = {
  companyId: string;
  userId: string;
  role: 'company admin' | 'manager' | 'timesheet approver' | 'reviewer' | 'worker';
  joinedAt: Generated<Date>;
  deactivatedAt: Date | null;
  renewedAt: Date | null;
};

export type MonthSumsTable = {
  companyId: string;
  month: string;
  projectId: string;
  taskId: string;
  kind: 'timed' | 'expense';
  status: 'pending' | 'approved' | 'rejected';
  currency: string;
  entries: number;
  minutes: number;
  amountMinor: number;
  isBillable: Generated<boolean>;
};

export type NoticesTable = {
  companyId: string;
  id: Generated<string>;
  kind: 'decisions' | 'waiting';
  userId: string | null;
  worklogId: string;
  version: number;
  createdAt: Generated<Date>;
};

export type PasskeyChallengesTable = {
  challenge: string;
  purpose: 'add' | 'sign-in';
  browserHash: string;
  expiresAt: Date;
};

export type PasskeysTable = {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  name: string;
  createdAt: Generated<Date>;
  lastUsedAt: Date | null;
};

export type PayrollExportsTable = {
  companyId: string;
  id: string;
  kind: 'closed' | 'file';
  fromDay: string;
  toDay: string;
  exportedBy: string;
  exportedAt: Date;
  workerIds: JsonColumn;
  totals: JsonColumn;
};

export type PendingSignInsTable = {
  tokenHash: string;
  userId: string;
  way: 'password' | 'link';
  expiresAt: Date;
};

export type PreparedFilesTable = {
  companyId: string;
  id: string;
  userId: string;
  asked: JsonColumn;
  state: Generated<'waiting' | 'writing' | 'whole' | 'cancelled' | 'failed'>;
  rowsExpected: number | null;
  rowsWritten: Generated<number>;
  refusal: JsonColumn;
  createdAt: Generated<Date>;
  seenAt: Generated<Date>;
};

export type ProjectManagersTable = {
  companyId: string;
  projectId: string;
  userId: string;
};

export type ProjectWorkersTable = {
  companyId: string;
  projectId: string;
  userId: string;
};

export type ProjectsTable = {
  companyId: string;
  id: string;
  name: string;
  code: Generated<string>;
  colour: Generated<
    'teal' | 'blue' | 'indigo' | 'violet' | 'grape' | 'pink' | 'red' | 'orange' | 'yellow' | 'lime' | 'green' | 'gray'
  >;
  notes: Generated<string>;
  startsOn: string | null;
  endsOn: string | null;
  budgetMinutes: number | null;
  budgetMinor: number | null;
  forEveryone: Generated<boolean>;
  archivedAt: Date | null;
  version: Generated<number>;
  createdAt: Generated<Date>;
  nameKey: GeneratedAlways<string>;
  searchKey: GeneratedAlways<string>;
  clientId: string | null;
};

export type PushKeysTable = {
  publicKey: string;
  sealedPrivate: Buffer;
  createdAt: Generated<Date>;
};

export type PushSubscriptionsTable = {
  id: string;
  userId: string;
  sessionId: string;
  endpointHash: string;
  sealed: Buffer;
  createdAt: Generated<Date>;
};

export type QuietHoursTable = {
  userId: string;
  fromTime: string;
  toTime: string;
  zone: string;
};

export type ReceiptsTable = {
  companyId: string;
  id: string;
  workerId: string;
  worklogId: string | null;
  position: number | null;
  storageName: string;
  fileName: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
  uploadedAt: Date;
  removedAt: Date | null;
};

export type RecoveryCodesTable = {
  userId: string;
  codeHash: Buffer;
  usedAt: Date | null;
};

export type SavedReportChoicesTable = {
  companyId: string;
  reportId: string;
  userId: string;
  isPinned: Generated<boolean>;
  mail: Generated<'never' | 'weekly' | 'monthly'>;
  mailFormat: Generated<'csv' | 'xlsx' | 'link'>;
  mailedOn: string | null;
};

export type SavedReportsTable = {
  companyId: string;
  id: string;
  ownerId: string;
  name: string;
  view: 'breakdown' | 'worklogs' | 'payroll';
  range:
    | 'this-week'
    | 'last-week'
    | 'this-month'
    | 'last-month'
    | 'this-quarter'
    | 'last-quarter'
    | 'this-year'
    | 'last-year'
    | 'days';
  fromDay: string | null;
  toDay: string | null;
  filter: JsonColumn;
  isShared: boolean;
  version: Generated<number>;
  createdAt: Generated<Date>;
  groupBy: JsonColumn;
};

export type SecondFactorsTable = {
  userId: string;
  sealedSecret: Buffer;
  lastStep: Generated<number>;
  begunAt: Generated<Date>;
  turnedOnAt: Date | null;
};

export type SentNoticesTable = {
  companyId: string;
  userId: string;
  kind: 'waiting' | 'empty-week';
  day: string;
  digest: Generated<string>;
};

export type SessionsTable = {
  id: string;
  userId: string;
  token: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type SignedOutKeysTable = {
  id: Buffer;
  requestHash: Buffer;
  sealedAnswer: Buffer | null;
  createdAt: Generated<Date>;
};

export type SigningKeysTable = {
  kid: string;
  publicJwk: JsonColumn;
  sealedPrivate: Buffer;
  signsFrom: Date;
};

export type StandInsTable = {
  companyId: string;
  id: string;
  approverId: string;
  standInId: string;
  fromDay: string;
  toDay: string;
  createdAt: Generated<Date>;
  endedAt: Date | null;
};

export type SubscriptionsTable = {
  companyId: string;
  version: Generated<number>;
  customerId: string | null;
  subscriptionId: string | null;
  status: Generated<'none' | 'active' | 'past due' | 'ended'>;
  priceId: string | null;
  endsAt: Date | null;
  checkoutId: string | null;
  checkoutAt: Date | null;
  changeId: string | null;
  changeSeats: number | null;
  changedAt: Date | null;
  synchronisedAt: Generated<Date>;
};

export type SumChangesTable = {
  companyId: string;
  id: number;
  day: string;
  projectId: string;
  taskId: string;
  kind: 'timed' | 'expense';
  status: 'pending' | 'approved' | 'rejected';
  currency: string;
  entries: number;
  minutes: number;
  amountMinor: number;
  isBillable: Generated<boolean>;
};

export type TagsTable = {
  companyId: string;
  id: string;
  name: string;
  nameKey: GeneratedAlways<string>;
  createdAt: Generated<Date>;
};

export type TasksTable = {
  companyId: string;
  id: string;
  projectId: string;
  name: string;
  kind: 'timed' | 'expense';
  budgetMinutes: number | null;
  budgetMinor: number | null;
  closedAt: Date | null;
  createdAt: Generated<Date>;
  nameKey: GeneratedAlways<string>;
  isBillable: Generated<boolean>;
};

export type ThrottlesTable = {
  key: string;
  points: number;
  expiresAt: Date;
};

export type TimersTable = {
  companyId: string;
  userId: string;
  id: string;
  taskId: string | null;
  startedAt: Generated<Date>;
  stoppedAt: Date | null;
  zone: string;
  notes: Generated<string>;
  version: Generated<number>;
};

export type UsersTable = {
  id: string;
  name: string;
  email: string | null;
  emailVerified: Generated<boolean>;
  image: string | null;
  settings: JsonColumn;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
  closedAt: Date | null;
  nameKey: GeneratedAlways<string>;
};

export type VerificationsTable = {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type WorklogEventsTable = {
  companyId: string;
  id: string;
  worklogId: string;
  move: 'submit' | 'enter' | 'import' | 'import-approved' | 'amend' | 'withdraw' | 'approve' | 'reject' | 'reopen';
  actorId: string;
  at: Generated<Date>;
  version: number;
  notes: string | null;
  changes: JsonColumn;
  onBehalfOf: string | null;
  rowValues: JsonColumn;
};

export type WorklogTagsTable = {
  companyId: string;
  worklogId: string;
  tagId: string;
};

export type WorklogsTable = {
  companyId: string;
  id: string;
  workerId: string;
  projectId: string;
  taskId: string;
  kind: 'timed' | 'expense';
  status: Generated<'pending' | 'approved' | 'rejected' | 'deleted'>;
  startsAt: Date | null;
  endsAt: Date | null;
  minutes: number | null;
  zone: string;
  day: string;
  amountMinor: number | null;
  currency: string;
  notes: Generated<string>;
  allowsOverlap: Generated<boolean>;
  version: Generated<number>;
  submittedAt: Generated<Date>;
  reviewerId: string | null;
  reviewedAt: Date | null;
  reviewNotes: string | null;
  reviewedFor: string | null;
  dismissedVersion: number | null;
  enteredBy: string | null;
  isImported: Generated<boolean>;
  isBillable: Generated<boolean>;
};

export type Database = {
  accessTokens: AccessTokensTable;
  accounts: AccountsTable;
  auditEvents: AuditEventsTable;
  billingEvents: BillingEventsTable;
  budgetAlerts: BudgetAlertsTable;
  budgetChecks: BudgetChecksTable;
  clients: ClientsTable;
  companies: CompaniesTable;
  companyEvents: CompanyEventsTable;
  completeDays: CompleteDaysTable;
  dailyRuns: DailyRunsTable;
  daySums: DaySumsTable;
  declinedMails: DeclinedMailsTable;
  devMail: DevMailTable;
  failedMails: FailedMailsTable;
  favouriteTasks: FavouriteTasksTable;
  historyCreations: HistoryCreationsTable;
  historyFiles: HistoryFilesTable;
  historyImports: HistoryImportsTable;
  historyPeople: HistoryPeopleTable;
  historyRows: HistoryRowsTable;
  historyVerdicts: HistoryVerdictsTable;
  idempotencyKeys: IdempotencyKeysTable;
  importRows: ImportRowsTable;
  importedPeople: ImportedPeopleTable;
  importedWorklogs: ImportedWorklogsTable;
  imports: ImportsTable;
  installation: InstallationTable;
  inviteProjects: InviteProjectsTable;
  invites: InvitesTable;
  knownBrowsers: KnownBrowsersTable;
  linkCodes: LinkCodesTable;
  members: MembersTable;
  monthSums: MonthSumsTable;
  notices: NoticesTable;
  passkeyChallenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  payrollExports: PayrollExportsTable;
  pendingSignIns: PendingSignInsTable;
  preparedFiles: PreparedFilesTable;
  projectManagers: ProjectManagersTable;
  projectWorkers: ProjectWorkersTable;
  projects: ProjectsTable;
  pushKeys: PushKeysTable;
  pushSubscriptions: PushSubscriptionsTable;
  quietHours: QuietHoursTable;
  receipts: ReceiptsTable;
  recoveryCodes: RecoveryCodesTable;
  savedReportChoices: SavedReportChoicesTable;
  savedReports: SavedReportsTable;
  secondFactors: SecondFactorsTable;
  sentNotices: SentNoticesTable;
  sessions: SessionsTable;
  signedOutKeys: SignedOutKeysTable;
  signingKeys: SigningKeysTable;
  standIns: StandInsTable;
  subscriptions: SubscriptionsTable;
  sumChanges: SumChangesTable;
  tags: TagsTable;
  tasks: TasksTable;
  throttles: ThrottlesTable;
  timers: TimersTable;
  users: UsersTable;
  verifications: VerificationsTable;
  worklogEvents: WorklogEventsTable;
  worklogTags: WorklogTagsTable;
  worklogs: WorklogsTable;
};
