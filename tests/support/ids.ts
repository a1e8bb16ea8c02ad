// The ids that the requests of every endpoint name.

import type { FullCompany } from './principals.ts';

export type Ids = {
  companyId: string;
  projectId: string;
  timedTaskId: string;
  expenseTaskId: string;
  worklogId: string;
  receiptId: string;
  newReceiptId: string;
  workerId: string;
  managerId: string;
  inviteId: string;
  ownInviteId: string;
  importId: string;
  sessionId: string;
  passkeyId: string;
  deviceId: string;
  tokenId: string;
  timerId: string;
  standInId: string;
  reportId: string;
  fileId: string;
  clientId: string;
  tagId: string;
  otherTagId: string;
  historyImportId: string;
};

/** Ids that everyone in the company may see, as far as their role allows. */
export const idsOf = (company: FullCompany): Ids => ({
  companyId: company.id,
  projectId: company.project.id,
  timedTaskId: company.project.timedTaskId,
  expenseTaskId: company.project.expenseTaskId,
  worklogId: company.worklogId,
  receiptId: company.receiptId,
  newReceiptId: company.newReceiptId,
  workerId: company.worker.userId,
  managerId: company.manager.userId,
  inviteId: company.inviteId,
  ownInviteId: company.inviteId,
  importId: company.importId,
  sessionId: '',
  passkeyId: '',
  deviceId: '',
  tokenId: company.tokenId,
  timerId: company.timerId,
  standInId: company.standInId,
  reportId: company.savedReportId,
  fileId: company.fileId,
  clientId: company.clientId,
  tagId: company.tagId,
  otherTagId: company.otherTagId,
  historyImportId: company.historyImportId,
});

/** Ids that the company's manager and worker may not see. */
export const hiddenIdsOf = (company: FullCompany): Ids => ({
  ...idsOf(company),
  projectId: company.hidden.projectId,
  timedTaskId: company.hidden.timedTaskId,
  expenseTaskId: company.hidden.expenseTaskId,
  worklogId: company.hidden.worklogId,
  receiptId: company.hidden.receiptId,
  newReceiptId: company.hidden.newReceiptId,
  workerId: company.colleague.userId,
  clientId: company.hidden.clientId,
});
