// The items of the navigation drawer in their order, each with its icon and the letter that opens it after `G`, and those of
// the user menu. Only pages that the guard allows.

import type { LucideIcon } from 'lucide-react';
import Armchair from 'lucide-react/icons/armchair';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import CircleUser from 'lucide-react/icons/circle-user';
import Clock from 'lucide-react/icons/clock';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import type { Path } from '../routes.ts';
import { canOpen, type RouteAccess } from '../routing/route-access.ts';

export type NavigationItem = {
  path: Path;
  label: () => string;
  icon: LucideIcon;
  letter: string;
  /** Number of pending items, and its accessible label. */
  pending?: { count: keyof Counts; countLabel: (typeof m)['shell_waiting_to_correct'] };
};

type Counts = ApiOutput<'GET /companies/{companyId}/counts'>;

const allItems: readonly NavigationItem[] = [
  { path: '/dashboard', label: m.shell_dashboard, icon: LayoutDashboard, letter: 'd' },
  { path: '/projects', label: m.shell_projects, icon: FolderKanban, letter: 'p' },
  {
    path: '/approvals',
    label: m.shell_approvals,
    icon: CircleCheckBig,
    letter: 'a',
    pending: { count: 'toDecide', countLabel: m.shell_waiting_to_decide },
  },
  { path: '/reports', label: m.shell_reports, icon: ChartNoAxesColumn, letter: 'r' },
  {
    path: '/worklogs',
    label: m.shell_worklogs,
    icon: Clock,
    letter: 'w',
    pending: { count: 'toCorrect', countLabel: m.shell_waiting_to_correct },
  },
  { path: '/users', label: m.shell_users, icon: Users, letter: 'u' },
];

export type UserMenuItem = Pick<NavigationItem, 'path' | 'label' | 'icon'>;

const allUserItems: readonly UserMenuItem[] = [
  { path: '/account-settings', label: m.route_account_settings, icon: CircleUser },
  { path: '/settings', label: m.route_settings, icon: Settings },
  // The title of the page would sound as if something were sold, which is so only with a payment provider.
  { path: '/upgrade', label: m.company_seats, icon: Armchair },
];

export const navigationItems = (access: RouteAccess): readonly NavigationItem[] =>
  allItems.filter(({ path }) => canOpen(path, access));

/** The pages of the user menu, in their order. */
export const userMenuItems = (access: RouteAccess): readonly UserMenuItem[] =>
  allUserItems.filter(({ path }) => canOpen(path, access));
