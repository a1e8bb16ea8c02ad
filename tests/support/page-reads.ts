// The requests that each page sends when it is opened. The guard-walk journey fails on any other request;
// tests/api/page-permissions.test.ts checks that they are refused to people who may not open the page.
import type { ReadName } from '#client/api.ts';
import type { Path } from '#client/routes.ts';
import type { SettingsSectionName } from '#client/shell/settings-sections.ts';
import { endpoints } from '#contract/index.ts';

/** Requests of the shell, on every page. */
export const shellReads: readonly string[] = [
  'GET /session',
  'GET /invites',
  'GET /companies/{companyId}/live',
  'GET /companies/{companyId}/counts',
  'GET /companies/{companyId}/timer',
];

const nothing: readonly ReadName[] = [];

/** Requests of each section of the settings. */
export const settingsReads: Record<SettingsSectionName, readonly string[]> = {
  personal: nothing,
  notifications: ['GET /account/emails', 'GET /account/push', 'GET /companies/{companyId}'],
  account: ['GET /account/second-factor', 'GET /account/passkeys', 'GET /account/sessions', 'GET /account/closing'],
  company: ['GET /companies/{companyId}', 'GET /companies/{companyId}/archive-import'],
  rules: ['GET /companies/{companyId}', 'GET /companies/{companyId}/events'],
  'import-history': ['GET /companies/{companyId}/history-imports'],
  audit: [
    'GET /companies/{companyId}',
    'GET /companies/{companyId}/audit-events',
    'GET /companies/{companyId}/audit-people',
  ],
  seats: ['GET /companies/{companyId}/seats', 'GET /companies/{companyId}/seats/price'],
};

/** Requests of a page in addition to `pageReads`, for people who may change what it shows. */
export const changersReads: Partial<Record<Path, readonly ReadName[]>> = {
  '/users/{uid}': ['GET /companies/{companyId}/members/{userId}/assignable-projects'],
  '/users/invites': ['GET /companies/{companyId}/seats'],
};

export const pageReads: Record<Path, readonly string[]> = {
  '/': nothing,
  '/account-settings': [
    'GET /account/second-factor',
    'GET /account/passkeys',
    'GET /account/sessions',
    'GET /account/tokens',
    'GET /account/closing',
    'GET /companies/{companyId}/stand-ins',
  ],
  '/approvals': [
    'GET /companies/{companyId}/worklogs',
    'GET /companies/{companyId}/project-choices',
    'GET /companies/{companyId}/workers',
    'GET /companies/{companyId}/stand-ins',
  ],
  '/choose-company': nothing,
  '/dashboard': ['GET /companies/{companyId}/dashboard'],
  '/join': nothing,
  '/link-actions': nothing,
  '/login': nothing,
  '/projects': ['GET /companies/{companyId}/projects'],
  '/projects/{id}': [
    'GET /companies/{companyId}/projects/{projectId}',
    'GET /companies/{companyId}/projects/{projectId}/overview',
    'GET /companies/{companyId}/assignable-people',
    'GET /companies/{companyId}/clients',
  ],
  '/projects/create': ['GET /companies/{companyId}/assignable-people', 'GET /companies/{companyId}/clients'],
  '/register': nothing,
  '/reports': [
    'GET /companies/{companyId}/reports',
    'GET /companies/{companyId}/reports/series',
    'GET /companies/{companyId}/saved-reports',
    'GET /companies/{companyId}/project-choices',
    'GET /companies/{companyId}/workers',
  ],
  '/reports/projects/{projectId}': [
    'GET /companies/{companyId}/reports/projects/{projectId}',
    'GET /companies/{companyId}/projects/{projectId}/task-choices',
    'GET /companies/{companyId}/workers',
  ],
  '/reports/projects/{projectId}/tasks/{taskId}': [
    'GET /companies/{companyId}/reports/projects/{projectId}/tasks/{taskId}',
    'GET /companies/{companyId}/workers',
  ],
  '/reset-password': nothing,
  // The sections that everybody sees.
  '/settings': [...settingsReads.personal, ...settingsReads.notifications, ...settingsReads.account],
  '/upgrade': ['GET /companies/{companyId}/seats', 'GET /companies/{companyId}/seats/price'],
  '/users': ['GET /companies/{companyId}/members', 'GET /companies/{companyId}/seats'],
  '/users/{uid}': ['GET /companies/{companyId}/members/{userId}'],
  '/users/import': ['GET /companies/{companyId}/imports', 'GET /companies/{companyId}/seats'],
  '/users/invites': ['GET /companies/{companyId}/invites'],
  '/users/invites/create': ['GET /companies/{companyId}/seats', 'GET /companies/{companyId}/project-choices'],
  '/verify-email': nothing,
  '/worklogs': [
    'GET /companies/{companyId}',
    'GET /companies/{companyId}/worklogs',
    'GET /companies/{companyId}/project-choices',
    'GET /companies/{companyId}/loggable-tasks',
  ],
};

const templates = Object.values(endpoints)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

/** `/api/v1/companies/019…/worklogs` → `GET /companies/{companyId}/worklogs` */
export function endpointOf(pathname: string): string {
  const rest = pathname.replace('/api/v1', '').replace(/\/companies\/[^/]+\/live$/, '/companies/{companyId}/live');
  return `GET ${templates.find(({ pattern }) => pattern.test(rest))?.path ?? rest}`;
}
