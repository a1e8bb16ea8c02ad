// The requests of a page are refused to everybody to whom the route guard refuses the page. Exceptions are listed in `open`,
// with the reason.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flagsOf, type Path, paths } from '#client/routes.ts';
import { type Role, roles, rolesAllowed } from '#domain/permissions.ts';
import type { Actor } from '../support/app.ts';
import { pageReads, settingsReads } from '../support/page-reads.ts';
import { type FullCompany, openTenantsFixture, type TenantsFixture } from '../support/principals.ts';

let fixture: TenantsFixture;
beforeAll(async () => {
  fixture = await openTenantsFixture();
});
afterAll(() => fixture.close());

/** Allowed for more roles than the pages that use it. They return only what the caller may see, as the tests of each feature show. */
const open: Record<string, string> = {
  'GET /companies/{companyId}/worklogs': 'the reports list worklogs when a figure is opened',
  'GET /companies/{companyId}/clients': 'everybody sees the clients of their projects in the filters',
  'GET /companies/{companyId}/projects/{projectId}/task-choices':
    'everybody sees the names of the tasks of their projects in the filters',
};

const actorOf = ({ admin, manager, approver, reviewer, worker }: FullCompany, role: Role): Actor =>
  ({ 'company admin': admin, manager, 'timesheet approver': approver, reviewer, worker })[role];

const queryOf = (read: string): string => {
  if (read === 'GET /companies/{companyId}/assignable-people') return '?as=manager';
  if (!read.includes('/reports')) return '';
  return `?from=2026-11-01&to=2026-11-30${read.endsWith('/series') ? '&by=day' : ''}`;
};

const statusOf = async (actor: Actor, read: string, companyId: string): Promise<number> => {
  const { id: projectId, timedTaskId } = fixture.a.project;
  const known: Record<string, string> = { companyId, projectId, taskId: timedTaskId, userId: fixture.a.worker.userId };
  const path = read.replace('GET ', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
  return (await actor.send('GET', `/api/v1${path}${queryOf(read)}`)).status;
};

const mayOpen = (path: Path, role: Role): boolean => {
  const { allowedRoles } = flagsOf(path);
  return !allowedRoles || allowedRoles.includes(role);
};

const isReadElsewhere = (read: string, role: Role): boolean =>
  paths.some((path) => mayOpen(path, role) && pageReads[path].includes(read));

describe('what a page reads', () => {
  test.each(paths.filter((path) => flagsOf(path).allowedRoles))(
    '%s is closed to the roles it is not for',
    async (path) => {
      for (const role of roles) {
        for (const read of pageReads[path]) {
          if (!mayOpen(path, role) && (open[read] || isReadElsewhere(read, role))) continue;
          const status = await statusOf(actorOf(fixture.a, role), read, fixture.a.id);
          expect([role, read, status]).toEqual([role, read, mayOpen(path, role) ? 200 : 403]);
        }
      }
    },
  );

  test.each(paths.filter((path) => !flagsOf(path).noPremium))(
    '%s is closed to a company on the Free plan',
    async (path) => {
      const shared = new Set(paths.filter((other) => flagsOf(other).noPremium).flatMap((other) => pageReads[other]));
      for (const read of pageReads[path].filter(
        (one) => one.includes('{companyId}') && !shared.has(one) && !open[one],
      )) {
        expect([read, await statusOf(fixture.free.admin, read, fixture.free.id)]).toEqual([read, 403]);
        expect([read, await statusOf(fixture.a.admin, read, fixture.a.id)], 'and allowed on Premium').toEqual([
          read,
          200,
        ]);
      }
    },
  );

  test.each([
    ['company', 'company.update'],
    ['rules', 'company.update'],
    ['audit', 'audit.read'],
    ['seats', 'billing.manage'],
  ] as const)('the section %s of the settings is closed to the roles it is not for', async (section, action) => {
    for (const role of roles) {
      const isOpen = rolesAllowed(action).includes(role);
      for (const read of settingsReads[section]) {
        if (!isOpen && isReadElsewhere(read, role)) continue;
        const status = await statusOf(actorOf(fixture.a, role), read, fixture.a.id);
        expect([role, read, status]).toEqual([role, read, isOpen ? 200 : 403]);
      }
    }
  });

  test('leaves no endpoint open without a reason', () => {
    const usedReads = Object.values(pageReads).flat();
    const needed = usedReads.filter((read) => roles.some((role) => !isReadElsewhere(read, role)));
    expect(Object.keys(open).filter((read) => !needed.includes(read))).toEqual([]);
  });
});
