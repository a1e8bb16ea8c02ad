// One valid request for each endpoint of the table. A new endpoint without one does not compile, so the tests that send these
// requests with other people's ids cover all endpoints.

import type { z } from 'zod';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { apiPrefix, type EndpointName, type Endpoints } from '#contract/index.ts';
import { freshEmail, testPassword } from './app.ts';
import { historyRequests, uploadOf } from './history-requests.ts';
import type { Ids } from './ids.ts';
import { aSubscription } from './push.ts';

type Requests = { [Name in EndpointName]: (ids: Ids) => z.input<Endpoints[Name]['input']> };

const noSuchCode = 'no-such-code-was-ever-mailed';
const entry = { start: '2026-11-09T08:00', end: '2026-11-09T12:00' };
const entered = { start: '2026-11-12T08:00', end: '2026-11-12T12:00' };
const reported = { from: '2026-11-01', to: '2026-11-30' };
const yesterday = () => new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
const measured = { start: '2026-11-11T08:00', end: '2026-11-11T12:00' };
const amendedTimes = { start: '2026-11-10T08:00', end: '2026-11-10T12:00' };

export const requests: Requests = {
  getSession: () => ({}),
  signUp: () => ({ name: 'New', email: freshEmail(), password: testPassword }),
  signIn: () => ({ email: freshEmail(), password: testPassword }),
  signOut: () => ({}),
  requestSignInLink: () => ({ email: freshEmail() }),
  requestPasswordReset: () => ({ email: freshEmail() }),
  requestVerification: () => ({}),
  requestVerificationLink: () => ({ email: freshEmail() }),
  inspectLink: () => ({ mode: 'signIn', code: noSuchCode }),
  verifyEmail: () => ({ code: noSuchCode }),
  resetPassword: () => ({ code: noSuchCode, password: testPassword }),
  signInByLink: () => ({ code: noSuchCode }),
  confirmEmailChange: () => ({ code: noSuchCode }),
  recoverEmail: () => ({ code: noSuchCode }),
  acceptInvite: () => ({ code: noSuchCode }),
  unsubscribe: () => ({ code: noSuchCode }),
  getSettings: () => ({}),
  updateSettings: () => ({ theme: 'dark' }),
  listEmailChoices: () => ({}),
  chooseEmails: () => ({ kind: 'waiting', isWanted: false }),
  getPush: () => ({}),
  addPushDevice: () => aSubscription(),
  removePushDevice: ({ deviceId }) => ({ deviceId }),
  setQuietHours: () => ({ quietHours: { from: '22:00', to: '06:00', zone: 'Asia/Jakarta' } }),
  updateAccount: () => ({ name: 'Renamed' }),
  changePassword: () => ({ currentPassword: testPassword, password: testPassword }),
  requestEmailChange: () => ({ email: freshEmail(), currentPassword: testPassword }),
  listSessions: () => ({}),
  getClosing: () => ({}),
  closeAccount: () => ({ currentPassword: 'not the password of anybody' }),
  endSession: ({ sessionId }) => ({ sessionId }),
  getClaimsToken: () => ({}),
  listAccessTokens: () => ({}),
  createAccessToken: ({ companyId }) => ({
    name: 'Made',
    lifetimeDays: 30,
    companyId,
    isReadOnly: true,
    currentPassword: testPassword,
  }),
  revokeAccessToken: ({ tokenId }) => ({ tokenId }),

  completeSignIn: () => ({ code: '123456' }),
  completeSignInByRecoveryCode: () => ({ code: 'k3m7-9xqa-0tbw-5chn' }),
  getSecondFactor: () => ({}),
  beginSecondFactor: () => ({ currentPassword: testPassword }),
  turnOnSecondFactor: () => ({ code: '123456' }),
  turnOffSecondFactor: () => ({ currentPassword: testPassword, code: '123456' }),
  renewRecoveryCodes: () => ({ currentPassword: testPassword, code: '123456' }),
  beginPasskeySignIn: () => ({}),
  signInByPasskey: () => ({
    credential: {
      id: 'nobodys-passkey',
      rawId: 'nobodys-passkey',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30', userHandle: 'e30' },
    },
  }),
  listPasskeys: () => ({}),
  beginPasskey: () => ({ currentPassword: testPassword }),
  addPasskey: () => ({
    credential: {
      id: 'nobodys-passkey',
      rawId: 'nobodys-passkey',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'e30' },
    },
    device: 'Firefox, Linux',
  }),
  renamePasskey: ({ passkeyId }) => ({ passkeyId, name: 'Renamed' }),
  removePasskey: ({ passkeyId }) => ({ passkeyId, currentPassword: testPassword }),

  listCompanies: () => ({}),
  foundCompany: () => ({ name: 'Founded', timeZone: 'Europe/Berlin', currency: 'EUR' }),
  getCompany: ({ companyId }) => ({ companyId }),
  listCompanyEvents: ({ companyId }) => ({ companyId }),
  listAuditEvents: ({ companyId }) => ({ companyId }),
  listAuditPeople: ({ companyId }) => ({ companyId }),
  updateCompany: ({ companyId }) => ({ companyId, version: 1, weekStartsOn: 7 }),
  getSeatUse: ({ companyId }) => ({ companyId }),
  changeSeats: ({ companyId }) => ({ companyId, seats: 40 }),
  getSeatPrice: ({ companyId }) => ({ companyId }),
  openBillingPortal: ({ companyId }) => ({ companyId }),

  listMembers: ({ companyId }) => ({ companyId }),
  getMember: ({ companyId, workerId: userId }) => ({ companyId, userId }),
  updateMember: ({ companyId, workerId: userId }) => ({ companyId, userId, role: 'worker', isActive: true }),
  assignMemberProjects: ({ companyId, workerId: userId, projectId }) => ({
    companyId,
    userId,
    as: 'worker',
    // Nobody is assigned to it by name: this leaves its version as the next requests name it.
    unassign: [projectId],
  }),
  checkRoleChanges: ({ companyId, workerId: userId }) => ({
    companyId,
    role: 'reviewer',
    members: [{ userId, seenRole: 'worker' }],
  }),
  changeRoles: ({ companyId, workerId: userId }) => ({
    companyId,
    role: 'worker',
    members: [{ userId, seenRole: 'worker' }],
  }),
  listAssignableProjects: ({ companyId, workerId: userId }) => ({ companyId, userId, as: 'worker' }),
  listWorkers: ({ companyId }) => ({ companyId }),

  listInvites: ({ companyId }) => ({ companyId }),
  createInvite: ({ companyId, projectId }) => ({
    companyId,
    email: freshEmail(),
    role: 'worker',
    projectIds: [projectId],
  }),
  resendInvite: ({ companyId, inviteId }) => ({ companyId, inviteId }),
  updateInvite: ({ companyId, inviteId }) => ({ companyId, inviteId, role: 'reviewer' }),
  checkInviteResends: ({ companyId, inviteId }) => ({ companyId, inviteIds: [inviteId] }),
  resendInvites: ({ companyId, inviteId }) => ({ companyId, inviteIds: [inviteId] }),
  revokeInvites: ({ companyId, inviteId }) => ({ companyId, inviteIds: [inviteId] }),
  revokeInvite: ({ companyId, inviteId }) => ({ companyId, inviteId }),
  checkImport: ({ companyId }) => ({ companyId, text: `${freshEmail()}, Checked, worker` }),
  startImport: ({ companyId }) => ({ companyId, text: `${freshEmail()}, Imported, worker` }),
  listImports: ({ companyId }) => ({ companyId }),
  getImport: ({ companyId, importId }) => ({ companyId, importId }),
  listImportRows: ({ companyId, importId }) => ({ companyId, importId }),
  ...historyRequests,

  listOwnInvites: () => ({}),
  acceptOwnInvite: ({ ownInviteId: inviteId }) => ({ inviteId }),
  declineOwnInvite: ({ ownInviteId: inviteId }) => ({ inviteId }),

  listProjects: ({ companyId, clientId }) => ({ companyId, clientIds: [clientId] }),
  listProjectChoices: ({ companyId, projectId }) => ({ companyId, ids: [projectId], archived: 'also' }),
  listTaskChoices: ({ companyId, projectId }) => ({ companyId, projectId }),
  getProject: ({ companyId, projectId }) => ({ companyId, projectId }),
  getProjectOverview: ({ companyId, projectId }) => ({ companyId, projectId }),
  createProject: ({ companyId, managerId, workerId }) => ({
    companyId,
    name: `Created ${freshEmail()}`,
    managerIds: [managerId],
    workerIds: [workerId],
  }),
  updateProject: ({ companyId, projectId, timedTaskId, expenseTaskId, managerId, workerId }) => ({
    companyId,
    projectId,
    version: 1,
    managerIds: [managerId],
    workerIds: [workerId],
    tasks: [
      { id: timedTaskId, name: 'Work', kind: 'timed' },
      { id: expenseTaskId, name: 'Travel', kind: 'expense' },
    ],
  }),
  // Sent in the order of the table: each raises the version for the next one.
  archiveProject: ({ companyId, projectId }) => ({ companyId, projectId, version: 2 }),
  restoreProject: ({ companyId, projectId }) => ({ companyId, projectId, version: 3 }),
  listAssignablePeople: ({ companyId, managerId }) => ({ companyId, as: 'manager', ids: [managerId] }),
  listClients: ({ companyId, clientId }) => ({ companyId, ids: [clientId] }),
  renameClient: ({ companyId, clientId }) => ({ companyId, clientId, name: 'Renamed client' }),
  deleteClient: ({ companyId, clientId }) => ({ companyId, clientId }),
  listTags: ({ companyId, tagId }) => ({ companyId, ids: [tagId] }),
  renameTag: ({ companyId, tagId }) => ({ companyId, tagId, name: 'Renamed tag' }),
  deleteTag: ({ companyId, tagId }) => ({ companyId, tagId }),
  mergeTag: ({ companyId, tagId, otherTagId }) => ({ companyId, tagId: otherTagId, intoId: tagId }),
  // A tag that it does not have, so that its version stays.
  changeTags: ({ companyId, worklogId: id }) => ({ companyId, worklogs: [{ id, version: 1 }], remove: ['Unknown'] }),
  listLoggableTasks: ({ companyId, timedTaskId }) => ({ companyId, ids: [timedTaskId] }),

  dismissWorklog: ({ companyId, worklogId }) => ({ companyId, worklogId, version: 1 }),
  listWorklogs: ({ companyId, projectId, workerId, tagId }) => ({
    companyId,
    projectIds: [projectId],
    workerIds: [workerId],
    tagIds: [tagId],
  }),
  getWorklog: ({ companyId, worklogId }) => ({ companyId, worklogId }),
  submitWorklog: ({ companyId, timedTaskId: taskId, newReceiptId }) => ({
    companyId,
    taskId,
    ...entry,
    receiptIds: [newReceiptId],
  }),
  listEnterableTasks: ({ companyId, timedTaskId }) => ({ companyId, ids: [timedTaskId] }),
  listEnterablePeople: ({ companyId, timedTaskId: taskId, workerId }) => ({ companyId, taskId, ids: [workerId] }),
  enterWorklogs: ({ companyId, workerId, timedTaskId: taskId }) => ({
    companyId,
    taskId,
    ...entered,
    workerIds: [workerId],
  }),
  amendWorklog: ({ companyId, worklogId, timedTaskId: taskId, receiptId }) => ({
    companyId,
    worklogId,
    version: 1,
    taskId,
    ...amendedTimes,
    receiptIds: [receiptId],
  }),
  withdrawWorklog: ({ companyId, worklogId }) => ({ companyId, worklogId, version: 2 }),
  markDayComplete: ({ companyId }) => ({ companyId, day: yesterday() }),
  unmarkDayComplete: ({ companyId }) => ({ companyId, day: yesterday() }),
  addFavourite: ({ companyId, timedTaskId: taskId }) => ({ companyId, taskId }),
  removeFavourite: ({ companyId, timedTaskId: taskId }) => ({ companyId, taskId }),
  copyWorklogs: ({ companyId, worklogId }) => ({
    companyId,
    fromDay: '2026-11-02',
    toDays: ['2026-11-10'],
    worklogIds: [worklogId],
  }),
  listDecidableWorklogs: ({ companyId, projectId }) => ({ companyId, projectIds: [projectId] }),
  decideWorklogs: ({ companyId, worklogId: id }) => ({
    companyId,
    decision: 'approve',
    worklogs: [{ id, version: 1 }],
  }),

  listStandIns: ({ companyId }) => ({ companyId }),
  listStandInChoices: ({ companyId, managerId }) => ({ companyId, ids: [managerId] }),
  nameStandIn: ({ companyId, managerId }) => ({
    companyId,
    userId: managerId,
    fromDay: '2190-02-01',
    toDay: '2190-02-05',
  }),
  endStandIn: ({ companyId, standInId }) => ({ companyId, standInId }),

  getTimer: ({ companyId }) => ({ companyId }),
  startTimer: ({ companyId, timedTaskId: taskId, timerId }) => ({
    companyId,
    taskId,
    switchFrom: { timerId, version: 1 },
  }),
  changeTimer: ({ companyId, timerId, timedTaskId: taskId }) => ({ companyId, timerId, version: 1, taskId }),
  stopTimer: ({ companyId, timerId }) => ({ companyId, timerId, version: 1 }),
  submitTimer: ({ companyId, timerId, timedTaskId: taskId }) => ({
    companyId,
    timerId,
    version: 1,
    taskId,
    ...measured,
  }),
  discardTimer: ({ companyId, timerId }) => ({ companyId, timerId, version: 1 }),
  uploadReceipt: ({ companyId }) => ({ companyId, fileName: 'uploaded.png' }),
  downloadReceipt: ({ companyId, receiptId }) => ({ companyId, receiptId }),

  searchCompany: ({ companyId }) => ({ companyId, q: 'o' }),

  getDashboard: ({ companyId }) => ({ companyId }),
  getCounts: ({ companyId }) => ({ companyId }),
  getReport: ({ companyId, projectId, workerId, clientId }) => ({
    companyId,
    ...reported,
    clientIds: [clientId],
    projectIds: [projectId],
    workerIds: [workerId],
    groupBy: 'worker',
    compare: true,
  }),
  getReportSeries: ({ companyId, projectId, timedTaskId }) => ({
    companyId,
    ...reported,
    projectIds: [projectId],
    taskIds: [timedTaskId],
    by: 'week',
  }),
  getReportBreakdown: ({ companyId, projectId, timedTaskId, workerId }) => ({
    companyId,
    ...reported,
    projectIds: [projectId],
    taskIds: [timedTaskId],
    workerIds: [workerId],
    groupBy: ['worker', 'project', 'status'],
  }),
  getProjectReport: ({ companyId, projectId, workerId }) => ({
    companyId,
    ...reported,
    projectId,
    workerIds: [workerId],
  }),
  getTaskReport: ({ companyId, projectId, timedTaskId: taskId }) => ({ companyId, ...reported, projectId, taskId }),
  getReportFile: ({ companyId, projectId, workerId }) => ({
    companyId,
    ...reported,
    projectIds: [projectId],
    workerIds: [workerId],
    of: 'worklogs',
    format: 'csv',
  }),
  exportCompany: ({ companyId }) => ({ companyId }),
  getArchiveTarget: ({ companyId }) => ({ companyId }),
  checkArchive: ({ companyId }) => ({ companyId }),
  importArchive: ({ companyId }) => ({ companyId }),
  // Ids are a filter here, as above; in a body they would have to be refused.
  prepareReportFile: ({ companyId }) => ({ companyId, ...reported, of: 'worklogs', format: 'csv' }),
  fetchPreparedFile: ({ companyId, fileId }) => ({ companyId, fileId }),
  getPreparedFile: ({ companyId, fileId }) => ({ companyId, fileId }),
  cancelPreparedFile: ({ companyId, fileId }) => ({ companyId, fileId }),
  getPayroll: ({ companyId, workerId }) => ({ companyId, ...reported, workerIds: [workerId] }),
  closePayroll: ({ companyId }) => ({ companyId, until: '1999-12-31', pending: 0 }),
  listSavedReports: ({ companyId }) => ({ companyId }),
  saveReport: ({ companyId }) => ({
    companyId,
    name: 'Of last week',
    view: 'worklogs',
    range: 'last-week',
    filter: {},
  }),
  changeSavedReport: ({ companyId, reportId }) => ({ companyId, reportId, version: 1, name: 'Renamed' }),
  chooseForSavedReport: ({ companyId, reportId }) => ({ companyId, reportId, isPinned: true }),
  removeSavedReport: ({ companyId, reportId }) => ({ companyId, reportId }),
};

export type TestRequest = { method: Method; url: string; body: unknown };

/** The request for an endpoint, with its fields in path, query and body. */
export function requestFor(name: EndpointName, endpoint: Endpoint, ids: Ids): TestRequest {
  const rest: Record<string, unknown> = { ...requests[name](ids) };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return value;
  });
  const isFile = endpoint.upload !== undefined;
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !isFile)
    return { method: endpoint.method, url: apiPrefix + path, body: rest };
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(rest))
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, String(one));
  return {
    method: endpoint.method,
    url: `${apiPrefix}${path}${query.size > 0 ? `?${query}` : ''}`,
    body: isFile ? uploadOf(name) : undefined,
  };
}
