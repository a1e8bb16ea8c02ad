// What each page asks the server for when it is opened. The walk in a browser finds any other read; tests/api/page-permissions.test.ts
// proves that whoever may not open the page does not get what is behind it either.
import type { ReadName } from '#client/api.ts';
import type { Path } from '#client/routes.ts';
import { endpoints } from '#contract/index.ts';

/** What the surroundings of every page ask for. */
export const shellReads: readonly string[] = [
  'GET /session',
  'GET /invites',
  'GET /companies/{companyId}/live',
  'GET /companies/{companyId}/counts',
  'GET /companies/{companyId}/timer',
];

const nothing: readonly ReadName[] = [];

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
  '/dashboard': ['GET /companies/{companyId}/dashboard', 'GET /companies/{companyId}/worklogs'],
  '/join': nothing,
  '/link-actions': nothing,
  '/login': nothing,
  '/projects': ['GET /companies/{companyId}/projects'],
  '/projects/{id}': ['GET /companies/{companyId}/projects/{projectId}', 'GET /companies/{companyId}/assignable-people'],
  '/projects/create': ['GET /companies/{companyId}/assignable-people'],
  '/register': nothing,
  '/reports': [
    'GET /companies/{companyId}/reports',
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
  '/settings': [
    'GET /companies/{companyId}',
    'GET /account/emails',
    'GET /companies/{companyId}/events',
    // On Free.
    'GET /account/second-factor',
    'GET /account/passkeys',
    'GET /account/sessions',
    'GET /account/closing',
  ],
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
