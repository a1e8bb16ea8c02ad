// After a build: the size of the files that a browser loads before each screen can be shown, in KiB (brotli), compared with its
// budget. Computed from the build's manifest, so that the figures are the same on every machine.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '..', 'dist', 'client');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

const application = ['index.html', 'Frame.tsx'];

/** KiB of scripts and of styles. */
const budgets = [
  { screen: 'sign-in', parts: ['signed-out.html'], scripts: 85, styles: 10 },
  // Loaded after the page is shown, in browsers that suggest passkeys.
  { screen: 'sign-in by passkey', parts: ['signed-out.html', 'identity/passkey-sign-in.ts'], scripts: 90, styles: 10 },
  { screen: 'application', parts: ['index.html'], scripts: 105, styles: 9 },
  { screen: 'worklogs', parts: [...application, 'worklogs/WorklogsPage.tsx'], scripts: 160, styles: 36 },
  // The timer is loaded beside the page, and on a fast network before its heading.
  {
    screen: 'worklogs with the timer',
    parts: [...application, 'worklogs/WorklogsPage.tsx', 'timers/TimerControl.tsx'],
    scripts: 168,
    styles: 36,
  },
  { screen: 'approvals', parts: [...application, 'approvals/ApprovalsPage.tsx'], scripts: 164, styles: 40 },
  { screen: 'dashboard', parts: [...application, 'dashboard/DashboardPage.tsx'], scripts: 173, styles: 36 },
  {
    screen: 'worklogs on a phone',
    parts: [...application, 'worklogs/WorklogsPage.tsx', 'shell/BottomNavigation.tsx'],
    scripts: 167,
    styles: 36,
  },
  {
    screen: 'worklog form',
    parts: [...application, 'worklogs/WorklogsPage.tsx', 'worklogs/WorklogDrawer.tsx'],
    scripts: 248,
    styles: 24,
  },
  {
    screen: 'review',
    parts: [...application, 'approvals/ApprovalsPage.tsx', 'approvals/ReviewPanel.tsx'],
    scripts: 187,
    styles: 24,
  },
  { screen: 'finder', parts: [...application, 'shell/Finder.tsx'], scripts: 180, styles: 16 },
  { screen: 'projects', parts: [...application, 'projects/ProjectsPage.tsx'], scripts: 167, styles: 16 },
  { screen: 'project', parts: [...application, 'projects/EditProjectPage.tsx'], scripts: 221, styles: 24 },
  { screen: 'users', parts: [...application, 'members/MembersPage.tsx'], scripts: 159, styles: 16 },
  { screen: 'user', parts: [...application, 'members/MemberPage.tsx'], scripts: 173, styles: 16 },
  { screen: 'invites', parts: [...application, 'invites/InvitesPage.tsx'], scripts: 166, styles: 16 },
  { screen: 'settings', parts: [...application, 'account/SettingsPage.tsx'], scripts: 183, styles: 16 },
  { screen: 'reports', parts: [...application, 'reports/ReportsPage.tsx'], scripts: 176, styles: 16 },
];
const maxPartKib = 30;

let isOver = false;
for (const { screen, parts, scripts, styles } of budgets) {
  const files = [...new Set(parts.flatMap(filesOf))];
  print(`${screen}, scripts`, kibOf(files, '.js'), scripts, files.filter((file) => file.endsWith('.js')).length);
  print(`${screen}, styles`, kibOf(files, '.css'), styles, files.filter((file) => file.endsWith('.css')).length);
}
const first = new Set(budgets.filter(({ scripts }) => scripts <= 105).flatMap(({ parts }) => parts.flatMap(filesOf)));
for (const { file } of Object.values(manifest).filter(({ file }) => file.endsWith('.js') && !first.has(file))) {
  if (kibOf([file], '.js') > maxPartKib) print(file, kibOf([file], '.js'), maxPartKib, 1);
}
process.exitCode = isOver ? 1 : 0;

/** The files of a part and of its static imports. */
function filesOf(part) {
  if (!manifest[part]) throw new Error(`The build knows no ${part}.`);
  const found = new Set();
  const waiting = [part];
  for (const name of waiting) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(manifest[name].imports ?? []));
  }
  return [...found].flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]);
}

function kibOf(files, ending) {
  const sizes = files.filter((file) => file.endsWith(ending)).map((file) => sizeOf(join(dist, file)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Files that are too small are sent uncompressed. */
function sizeOf(path) {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function print(what, kib, budget, count) {
  if (kib > budget) isOver = true;
  console.log(`${kib > budget ? '✗' : '✓'} ${what}: ${kib.toFixed(1)} of ${budget} KiB in ${count}`);
}
