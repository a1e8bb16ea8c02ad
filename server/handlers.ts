// All handlers by endpoint name. A handler without an endpoint, or an endpoint without a handler, does not compile.

import type { Endpoints } from '#contract/index.ts';
import { closingHandlers } from './account/closing.ts';
import { accountHandlers } from './account/handlers.ts';
import { archiveHandlers } from './archive/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { billingHandlers } from './billing/handlers.ts';
import { clientHandlers } from './clients/handlers.ts';
import { companyEventHandlers } from './companies/events.ts';
import { companyHandlers } from './companies/handlers.ts';
import { completeDayHandlers } from './dashboard/complete-days.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { favouriteHandlers } from './favourites/handlers.ts';
import { historyImportHandlers } from './history-imports/handlers.ts';
import { passkeyHandlers, secondFactorHandlers, sessionHandlers } from './identity/handlers.ts';
import { importHandlers } from './imports/handlers.ts';
import { inviteHandlers } from './invites/handlers.ts';
import { joiningHandlers } from './invites/joining.ts';
import { manyInvitesHandlers } from './invites/many.ts';
import { memberHandlers } from './members/handlers.ts';
import { roleChangeHandlers } from './members/role-changes.ts';
import { emailHandlers } from './notices/handlers.ts';
import { payrollHandlers } from './payroll/handlers.ts';
import { projectHandlers } from './projects/handlers.ts';
import { projectOverviewHandlers } from './projects/overview.ts';
import { pushHandlers } from './push/handlers.ts';
import { receiptHandlers } from './receipts/handlers.ts';
import { reportFileHandlers } from './report-files/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import type { Handlers } from './request/pipeline.ts';
import { savedReportHandlers } from './saved-reports/handlers.ts';
import { searchHandlers } from './search/handlers.ts';
import { standInHandlers } from './stand-ins/handlers.ts';
import { tagHandlers } from './tags/handlers.ts';
import { timerHandlers } from './timers/handlers.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { copyHandlers } from './worklogs/copies.ts';
import { forOthersHandlers } from './worklogs/for-others.ts';
import { worklogHandlers } from './worklogs/handlers.ts';

export const handlers: Handlers<Endpoints> = {
  ...sessionHandlers,
  ...joiningHandlers,
  ...accountHandlers,
  ...emailHandlers,
  ...pushHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...closingHandlers,
  ...tokenHandlers,
  ...companyHandlers,
  ...companyEventHandlers,
  ...auditHandlers,
  ...billingHandlers,
  ...memberHandlers,
  ...roleChangeHandlers,
  ...inviteHandlers,
  ...manyInvitesHandlers,
  ...importHandlers,
  ...historyImportHandlers,
  ...projectHandlers,
  ...clientHandlers,
  ...tagHandlers,
  ...projectOverviewHandlers,
  ...favouriteHandlers,
  ...worklogHandlers,
  ...forOthersHandlers,
  ...copyHandlers,
  ...standInHandlers,
  ...timerHandlers,
  ...receiptHandlers,
  ...dashboardHandlers,
  ...completeDayHandlers,
  ...reportHandlers,
  ...reportFileHandlers,
  ...archiveHandlers,
  ...payrollHandlers,
  ...savedReportHandlers,
  ...searchHandlers,
};
