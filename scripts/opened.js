// Everything that opens: menus, pickers, popovers, drawers, dialogs and the steps of forms, on the screen they belong to,
// each with what must be seen before anybody looks: the last of it to come. A file of opened/ for each noun.
// tests/journeys/opened.spec.ts lets axe look at each, scripts/pictures.js takes their pictures.
import { account } from './opened/account.js';
import { approvals } from './opened/approvals.js';
import { projects } from './opened/projects.js';
import { quickEntry } from './opened/quick-entry.js';
import { reports } from './opened/reports.js';
import { seats } from './opened/seats.js';
import { settings } from './opened/settings.js';
import { shell } from './opened/shell.js';
import { timer } from './opened/timer.js';
import { users } from './opened/users.js';
import { worklogs } from './opened/worklogs.js';

export const opened = [
  ...shell,
  ...projects,
  ...users,
  ...reports,
  ...settings,
  ...account,
  ...seats,
  ...approvals,
  ...quickEntry,
  ...timer,
  ...worklogs,
];
