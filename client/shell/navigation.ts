// The pages of the navigation drawer in their order, each with its icon and the letter that goes there after `G`.

import type { LucideIcon } from 'lucide-react';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Clock from 'lucide-react/icons/clock';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Users from 'lucide-react/icons/users';
import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { flagsOf, type Path } from '../routes.ts';

export type Place = {
  path: Path;
  label: () => string;
  icon: LucideIcon;
  letter: string;
  /** How many wait there, and how that is said. */
  waiting?: { count: keyof Counts; say: (typeof m)['shell_waiting_to_mend'] };
};

type Counts = ApiOutput<'GET /companies/{companyId}/counts'>;

const places: readonly Place[] = [
  { path: '/dashboard', label: m.shell_dashboard, icon: LayoutDashboard, letter: 'd' },
  { path: '/projects', label: m.shell_projects, icon: FolderKanban, letter: 'p' },
  {
    path: '/approvals',
    label: m.shell_approvals,
    icon: CircleCheckBig,
    letter: 'a',
    waiting: { count: 'toDecide', say: m.shell_waiting_to_decide },
  },
  { path: '/reports', label: m.shell_reports, icon: ChartNoAxesColumn, letter: 'r' },
  {
    path: '/worklogs',
    label: m.shell_worklogs,
    icon: Clock,
    letter: 'w',
    waiting: { count: 'toMend', say: m.shell_waiting_to_mend },
  },
  { path: '/users', label: m.shell_users, icon: Users, letter: 'u' },
];

export const placesOf = (role: Role | null): readonly Place[] =>
  places.filter(({ path }) => {
    const { allowedRoles } = flagsOf(path);
    return !allowedRoles || (role !== null && allowedRoles.includes(role));
  });
