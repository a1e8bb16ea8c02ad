// Everything that opens: menus, pickers, popovers, drawers, dialogs and steps of forms, with the screen they belong to and the
// element to wait for, which appears last. One file in opened/ per feature.
// tests/journeys/opened.spec.ts checks each with axe, scripts/pictures.js takes screenshots.
import { openedAccount } from './opened/account.ts';
import { openedApprovals } from './opened/approvals.ts';
import { openedDashboard } from './opened/dashboard.ts';
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
  ...openedDashboard,
  ...openedQuickEntry,
  ...openedTimer,
  ...openedWorklogs,
];
