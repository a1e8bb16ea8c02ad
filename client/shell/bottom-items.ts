// The pages of the bottom navigation of a phone: the dashboard, and the two on which the person works.

import type { Path } from '../routes.ts';
import type { RouteAccess } from '../routing/route-access.ts';
import { type NavigationItem, navigationItems } from './navigation-items.ts';

/** The most important first. */
const byImportance: readonly Path[] = ['/worklogs', '/approvals', '/projects', '/reports'];
const maxWorkPages = 2;

export function bottomItems(access: RouteAccess): readonly NavigationItem[] {
  const items = navigationItems(access);
  const found = (path: Path) => items.filter((item) => item.path === path);
  return [...found('/dashboard'), ...byImportance.flatMap(found).slice(0, maxWorkPages)];
}
