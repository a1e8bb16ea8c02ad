// The table of all endpoints, in reading order. An endpoint that is not listed here does not exist.

import { accountEndpoints } from './account.ts';
import { archiveEndpoints } from './archive.ts';
import { auditEndpoints } from './audit.ts';
import { billingEndpoints } from './billing.ts';
import { clientEndpoints } from './clients.ts';
import { companyEndpoints } from './companies.ts';
import { companyEventEndpoints } from './company-events.ts';
import { completeDayEndpoints } from './complete-days.ts';
import { copyEndpoints } from './copies.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { decisionEndpoints } from './decisions.ts';
import { favouriteEndpoints } from './favourites.ts';
import { historyImportEndpoints } from './history-imports.ts';
import { sessionEndpoints } from './identity.ts';
import { importEndpoints } from './imports.ts';
import { inviteEndpoints } from './invites.ts';
import { loggableTaskEndpoints } from './loggable-tasks.ts';
import { manyInvitesEndpoints } from './many-invites.ts';
import { memberEndpoints } from './members.ts';
import { noticeEndpoints } from './notices.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { payrollEndpoints } from './payroll.ts';
import { projectOverviewEndpoints } from './project-overview.ts';
import { projectEndpoints } from './projects.ts';
import { pushEndpoints } from './push.ts';
import { receiptEndpoints } from './receipts.ts';
import { reportFileEndpoints } from './report-files.ts';
import { reportEndpoints } from './reports.ts';
import { roleChangeEndpoints } from './role-changes.ts';
import { savedReportEndpoints } from './saved-reports.ts';
import { searchEndpoints } from './search.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { standInEndpoints } from './stand-ins.ts';
import { tagEndpoints } from './tags.ts';
import { timerEndpoints } from './timers.ts';
import { tokenEndpoints } from './tokens.ts';
import { worklogTagEndpoints } from './worklog-tags.ts';
import { worklogEndpoints } from './worklogs.ts';
import { worklogForOthersEndpoints } from './worklogs-for-others.ts';

export const apiPrefix = '/api/v1';

export const endpoints = {
  ...sessionEndpoints,
  ...accountEndpoints,
  ...noticeEndpoints,
  ...pushEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...tokenEndpoints,
  ...companyEndpoints,
  ...companyEventEndpoints,
  ...archiveEndpoints,
  ...auditEndpoints,
  ...billingEndpoints,
  ...memberEndpoints,
  ...roleChangeEndpoints,
  ...inviteEndpoints,
  ...manyInvitesEndpoints,
  ...importEndpoints,
  ...historyImportEndpoints,
  ...projectEndpoints,
  ...clientEndpoints,
  ...tagEndpoints,
  ...worklogTagEndpoints,
  ...loggableTaskEndpoints,
  ...projectOverviewEndpoints,
  ...favouriteEndpoints,
  ...worklogEndpoints,
  ...worklogForOthersEndpoints,
  ...decisionEndpoints,
  ...copyEndpoints,
  ...standInEndpoints,
  ...timerEndpoints,
  ...receiptEndpoints,
  ...dashboardEndpoints,
  ...completeDayEndpoints,
  ...reportEndpoints,
  ...reportFileEndpoints,
  ...payrollEndpoints,
  ...savedReportEndpoints,
  ...searchEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
