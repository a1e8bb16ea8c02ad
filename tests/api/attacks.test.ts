// Attack cases that concern several features. Each with its positive control: the same request, allowed, succeeds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test as it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';

describe('attacks', () => {
  let test: TestApp;
  let company: TestCompany;

  beforeAll(async () => {
    test = await startTestApp();
    company = await foundTestCompany(test);
    await company.admin.ok('PATCH /companies/{companyId}/projects/{projectId}', {
      companyId: company.id,
      projectId: company.project.id,
      version: company.project.version,
      budgetMinutes: 6_000,
      budgetMinor: 123_456_700,
    });
    await submitDay(company, company.worker, '2026-11-16', '09:00', '12:00', 'Bricks');
  });

  afterAll(() => test.close());

  it('A14: budgets are visible to the managers of a project and to no worker, in no representation', async () => {
    const { id: companyId, project, worker, admin } = company;
    const report = 'reports?from=2026-11-01&to=2026-11-30';
    for (const path of ['projects', `projects/${project.id}`])
      expect((await worker.send('GET', `/api/v1/companies/${companyId}/${path}`)).status, path).toBe(403);
    for (const path of ['project-choices', 'loggable-tasks', 'worklogs', 'dashboard', report]) {
      const { status, text } = await worker.send('GET', `/api/v1/companies/${companyId}/${path}`);
      expect(status, path).toBe(200);
      expect(text, path).not.toContain('123456700');
      expect(text, path).not.toMatch(/"budgetM\w+":[1-9]/);
    }
    const seen = await admin.ok('GET /companies/{companyId}/projects/{projectId}', {
      companyId,
      projectId: project.id,
    });
    expect(seen).toMatchObject({ budgetMinutes: 6_000, budgetMinor: 123_456_700 });
  });

  it.each(['newest; drop table worklogs', 'newest, (select 1)', "oldest' or '1'='1", 'submitted_at'])(
    'A39: a list is sorted by the names it knows, not by %j',
    async (sort) => {
      const path = `/api/v1/companies/${company.id}/worklogs`;
      const { status, problem } = await company.worker.send('GET', `${path}?${new URLSearchParams({ sort })}`);
      expect(status).toBe(422);
      expect(problem?.errors).toMatchObject([{ path: 'sort', code: 'field.not-an-option' }]);
      expect((await company.worker.send('GET', `${path}?sort=oldest`)).status).toBe(200);
    },
  );

  it.each(["' or 1=1 --", '%', '_', '\\', '";select pg_sleep(5)--'])(
    'A39: %j is searched for as it is written',
    async (search) => {
      const { projects } = await company.admin.ok('GET /companies/{companyId}/projects', {
        companyId: company.id,
        search,
      });
      expect(projects).toEqual([]);
      const found = await company.admin.ok('GET /companies/{companyId}/projects', {
        companyId: company.id,
        search: company.project.name.slice(1, -1).toUpperCase(),
      });
      expect(found.projects.map(({ id }) => id)).toContain(company.project.id);
    },
  );
});

it('A47: every dependency is pinned to one version, and installed from the lock file', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const locked = JSON.parse(read('package-lock.json')).packages;
  for (const [name, version] of Object.entries(wanted)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
  }
  const withoutIntegrity = Object.entries<{ integrity?: string; optional?: boolean }>(locked)
    .filter(([path, { integrity, optional }]) => path !== '' && !integrity && !optional)
    .map(([path]) => path);
  expect(withoutIntegrity).toEqual([]);
});
