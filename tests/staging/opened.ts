// Everything that opens: menus, pickers, popovers, drawers, dialogs and the steps of forms, on the screen they belong to,
// each with what must be seen before anybody looks: the last of it to come. A file of opened/ for each noun.
// tests/journeys/opened.spec.ts lets axe look at each, scripts/pictures.js takes their pictures.
import { openedAccount } from './opened/account.ts';
import { openedApprovals } from './opened/approvals.ts';
import { openedProjects } from './opened/projects.ts';
import { openedQuickEntry } from './opened/quick-entry.ts';
import { openedReports } from './opened/reports.ts';
import { openedSeats } from './opened/seats.ts';
import { openedSettings } from './opened/settings.ts';
import { openedShell } from './opened/shell.ts';
import { openedTimer } from './opened/timer.ts';
import { openedUsers } from './opened/users.ts';
import { openedWorklogs } from './opened/worklogs.ts';
import type { Screen } from './stage.ts';

export const opened: readonly Screen[] = [
  ...openedShell,
  ...openedProjects,
  ...openedUsers,
  ...openedReports,
  ...openedSettings,
  ...openedAccount,
  ...openedSeats,
  ...openedApprovals,
  ...openedQuickEntry,
  ...openedTimer,
  ...openedWorklogs,
];
