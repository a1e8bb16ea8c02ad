// Every handler, by the name of its endpoint. A handler without endpoint or an endpoint without handler does not compile.

import type { Endpoints } from '#contract/index.ts';
import { billingHandlers } from './billing/handlers.ts';
import { companyHandlers } from './companies.ts';
import { companyEventHandlers } from './company-events.ts';
import { dashboardHandlers } from './dashboard.ts';
import { favouriteHandlers } from './favourites.ts';
import { accountHandlers } from './identity/account.ts';
import { closingHandlers } from './identity/closing.ts';
import { passkeyHandlers, secondFactorHandlers, sessionHandlers } from './identity/handlers.ts';
import { importHandlers } from './imports.ts';
import { inviteHandlers } from './invites.ts';
import { memberHandlers } from './members.ts';
import { emailHandlers } from './notices/handlers.ts';
import { payrollHandlers } from './payroll.ts';
import type { Handlers } from './pipeline.ts';
import { projectHandlers } from './projects.ts';
import { receiptHandlers } from './receipts.ts';
import { reportFileHandlers } from './report-files/handlers.ts';
import { reportHandlers } from './reports.ts';
import { savedReportHandlers } from './saved-reports.ts';
import { searchHandlers } from './search.ts';
import { standInHandlers } from './stand-ins.ts';
import { timerHandlers } from './timers/handlers.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { copyHandlers } from './worklogs/copies.ts';
import { worklogHandlers } from './worklogs/handlers.ts';

export const handlers: Handlers<Endpoints> = {
  ...sessionHandlers,
  ...accountHandlers,
  ...emailHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...closingHandlers,
  ...tokenHandlers,
  ...companyHandlers,
  ...companyEventHandlers,
  ...billingHandlers,
  ...memberHandlers,
  ...inviteHandlers,
  ...importHandlers,
  ...projectHandlers,
  ...favouriteHandlers,
  ...worklogHandlers,
  ...copyHandlers,
  ...standInHandlers,
  ...timerHandlers,
  ...receiptHandlers,
  ...dashboardHandlers,
  ...reportHandlers,
  ...reportFileHandlers,
  ...payrollHandlers,
  ...savedReportHandlers,
  ...searchHandlers,
};
