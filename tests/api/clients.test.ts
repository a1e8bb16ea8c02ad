// Clients of projects: named by a project, unique in the company, shown with the project everywhere, and reached by nobody else.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, submitDay, type TestCompany } from '../support/company.ts';

const list = 'GET /companies/{companyId}/clients';
const rename = 'PATCH /companies/{companyId}/clients/{clientId}';
const remove = 'DELETE /companies/{companyId}/clients/{clientId}';
const create = 'POST /companies/{companyId}/projects';
const update = 'PATCH /companies/{companyId}/projects/{projectId}';
const projects = 'GET /companies/{companyId}/projects';
const worklogs = 'GET /companies/{companyId}/worklogs';
const reports = 'GET /companies/{companyId}/reports';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const tasks = [{ name: 'Work', kind: 'timed' as const }];

const newProject = (
  { admin, id }: Pick<TestCompany, 'admin' | 'id'>,
  name: string,
  clientName: string | null,
  rest: Partial<Input<typeof create>> = {},
) => admin.ok(create, { companyId: id, name, clientName, tasks, ...rest });

const clientsOf = async (actor: Actor, companyId: string, search?: string) =>
  (await actor.ok(list, { companyId, ...(search === undefined ? {} : { search }) })).found.map(
    ({ name, projects }) => `${name} ${projects}`,
  );

const hasClients = async (actor: Actor, companyId: string) =>
  (await actor.ok('GET /session', {})).companies.find(({ id }) => id === companyId)?.hasClients;

describe('A project', () => {
  test('has no client unless it names one; naming one creates it once, in whatever case it is written', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    expect(await newProject(company, 'Bare', null)).toMatchObject({ clientId: null, clientName: null });
    expect([await hasClients(admin, id), await clientsOf(admin, id)]).toEqual([false, []]);
    const first = await newProject(company, 'Website', 'Acme');
    const second = await newProject(company, 'Shop', '  ACME ');
    expect([first.clientName, second.clientName, second.clientId]).toEqual(['Acme', 'Acme', first.clientId]);
    expect([await hasClients(admin, id), await clientsOf(admin, id)]).toEqual([true, ['Acme 2']]);
  });

  test('keeps its client when something else is changed, and can be given another one or none', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    const { id: projectId } = await newProject(company, 'Website', 'Acme');
    const changed = (version: number, fields: { clientName?: string | null; notes?: string }) =>
      admin.ok(update, { companyId: id, projectId, version, ...fields });
    expect((await changed(1, { notes: 'Relaunch' })).clientName).toBe('Acme');
    expect((await changed(2, { clientName: 'Borealis' })).clientName).toBe('Borealis');
    expect((await changed(3, { clientName: null })).clientName).toBe(null);
    expect(await clientsOf(admin, id)).toEqual(['Acme 0', 'Borealis 0']);
    expect(await admin.codeOf(update, { companyId: id, projectId, version: 4, clientName: ' ' })).toBe(
      'field.required',
    );
  });

  test('has a name that is unique among the active ones of its client, also under a race', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    const first = await newProject(company, 'Website', 'Acme');
    const ofOther = await newProject(company, 'website', 'Borealis');
    const ofNone = await newProject(company, 'Website', null);
    const refusals = async (clientName: string | null) =>
      (await admin.call(create, { companyId: id, name: 'WEBSITE', clientName })).problem?.errors;
    expect(await refusals('acme')).toMatchObject([{ path: 'name', code: 'project.name-taken-of-client' }]);
    expect(await refusals(null)).toMatchObject([{ path: 'name', code: 'project.name-taken' }]);
    const moved = (projectId: string, clientName: string | null) =>
      admin.codeOf(update, { companyId: id, projectId, version: 1, clientName });
    expect(await moved(ofOther.id, 'Acme')).toBe('project.name-taken-of-client');
    expect(await moved(ofOther.id, null)).toBe('project.name-taken');
    await admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', {
      companyId: id,
      projectId: first.id,
      version: 1,
    });
    expect(
      (await admin.call(update, { companyId: id, projectId: ofNone.id, version: 1, clientName: 'Acme' })).status,
    ).toBe(200);
    expect(
      await admin.codeOf('POST /companies/{companyId}/projects/{projectId}/restore', {
        companyId: id,
        projectId: first.id,
        version: 2,
      }),
    ).toBe('project.name-taken-of-client');
    const racing = await Promise.all(
      Array.from({ length: 6 }, () => admin.call(create, { companyId: id, name: 'Race', clientName: 'Quick' })),
    );
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
    const taken = [{ path: 'name', code: 'project.name-taken-of-client' }];
    for (const { status, problem } of racing) if (status !== 200) expect(problem?.errors).toMatchObject(taken);
    expect(await clientsOf(admin, id, 'quick')).toEqual(['Quick 1']);
  });

  test('shows its client in the list, the finder, the pickers and with each worklog, and is found by it', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, worker, id } = company;
    const project = await newProject(company, 'Website', 'Acme');
    await newProject(company, 'Website', 'Borealis');
    const taskId = project.tasks[0]?.id ?? '';
    const start = { companyId: id, taskId, start: '2026-03-02T08:00', end: '2026-03-02T10:00' };
    const logged = await worker.ok('POST /companies/{companyId}/worklogs', start);
    expect(logged.clientName).toBe('Acme');
    const listed = async (input: Partial<Input<typeof projects>>) =>
      (await admin.ok(projects, { companyId: id, ...input })).projects.map(({ clientName, name }) => [
        clientName,
        name,
      ]);
    expect(await listed({ search: 'acme web' })).toEqual([['Acme', 'Website']]);
    expect((await listed({ sort: 'client' })).map(([client]) => client)).toEqual(['Acme', 'Borealis', null, null]);
    expect((await listed({ sort: 'client', order: 'descending' })).map(([client]) => client)).toEqual([
      'Borealis',
      'Acme',
      null,
      null,
    ]);
    const ids = { companyId: id, search: 'acme' };
    expect((await worker.ok('GET /companies/{companyId}/project-choices', ids)).found).toMatchObject([
      { name: 'Website', clientName: 'Acme' },
    ]);
    expect((await worker.ok('GET /companies/{companyId}/loggable-tasks', ids)).found).toMatchObject([
      { projectName: 'Website', clientName: 'Acme' },
    ]);
    const { projects: found } = await worker.ok('GET /companies/{companyId}/search', { companyId: id, q: 'acme' });
    expect(found).toMatchObject([{ name: 'Website', clientName: 'Acme' }]);
    await worker.ok('POST /companies/{companyId}/timer', { companyId: id, taskId });
    const { timer } = await worker.ok('GET /companies/{companyId}/timer', { companyId: id });
    expect(timer?.task?.clientName).toBe('Acme');
  });
});

describe('The history of a worklog', () => {
  test('says from which client to which it moved between projects of the same name', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { worker, id } = company;
    const [first, second] = [await newProject(company, 'Website', 'Acme'), await newProject(company, 'Website', null)];
    const times = { companyId: id, start: '2026-03-02T08:00', end: '2026-03-02T10:00' };
    const made = await worker.ok('POST /companies/{companyId}/worklogs', {
      ...times,
      taskId: first.tasks[0]?.id ?? '',
    });
    const worklog = { ...times, worklogId: made.id };
    await worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      ...worklog,
      taskId: second.tasks[0]?.id ?? '',
      version: 1,
    });
    const { history } = await worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', {
      companyId: id,
      worklogId: made.id,
    });
    expect(history.at(-1)?.changes).toEqual({ clientName: { from: 'Acme', to: null } });
  });

  test('hides the tasks of a project that the reader may not see, although one of the same name is visible', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, manager, worker, id } = company;
    const named = (...names: string[]) => names.map((name) => ({ name, kind: 'timed' as const }));
    const ours = await newProject(company, 'Website', 'Acme', {
      managerIds: [manager.userId],
      tasks: named('Design', 'Build'),
    });
    const other = await newProject(company, 'Website', 'Globex', { tasks: named('Secret merger', 'Secret sale') });
    const times = { companyId: id, start: '2026-03-02T08:00', end: '2026-03-02T10:00' };
    const taskIds = [...other.tasks, ...ours.tasks].map((task) => task.id);
    const worklogId = (await worker.ok('POST /companies/{companyId}/worklogs', { ...times, taskId: taskIds[0] ?? '' }))
      .id;
    for (const [version, taskId] of taskIds.entries())
      if (version > 0)
        await worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...times, worklogId, taskId, version });
    const changesSeenBy = async (actor: Actor) =>
      (await actor.ok('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: id, worklogId })).history.map(
        ({ changes }) => changes,
      );
    const last = { taskName: { from: 'Design', to: 'Build' } };
    expect(await changesSeenBy(manager)).toEqual([
      {},
      { taskName: { from: null, to: null } },
      { clientName: { from: null, to: 'Acme' }, taskName: { from: null, to: 'Design' } },
      last,
    ]);
    for (const actor of [admin, worker])
      expect(await changesSeenBy(actor)).toEqual([
        {},
        { taskName: { from: 'Secret merger', to: 'Secret sale' } },
        { clientName: { from: 'Globex', to: 'Acme' }, taskName: { from: 'Secret sale', to: 'Design' } },
        last,
      ]);
  });
});

describe('A client', () => {
  test('is renamed in all its projects, without changing their versions, and the log says so', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    const { id: projectId, clientId } = await newProject(company, 'Website', 'Acme');
    await newProject(company, 'Shop', 'Borealis');
    const named = (name: string) => ({ companyId: id, clientId: clientId ?? '', name });
    expect(await admin.codeOf(rename, named('BOREALIS'))).toBe('client.name-taken');
    expect(await admin.ok(rename, named('ACME Ltd'))).toMatchObject({ name: 'ACME Ltd', projects: 1 });
    expect(
      await admin.ok('GET /companies/{companyId}/projects/{projectId}', { companyId: id, projectId }),
    ).toMatchObject({ clientName: 'ACME Ltd', version: 1 });
    await admin.ok(rename, named('ACME Ltd'));
    const { events } = await admin.ok('GET /companies/{companyId}/audit-events', { companyId: id });
    const ofClients = events.filter(({ kind }) => kind.startsWith('client'));
    expect(ofClients).toMatchObject([{ kind: 'client-renamed', from: 'Acme', to: 'ACME Ltd' }]);
  });

  test('is deleted only without projects; after the last one the company shows nothing of clients', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    const { id: projectId, clientId } = await newProject(company, 'Website', 'Acme');
    const named = { companyId: id, clientId: clientId ?? '' };
    await admin.ok('POST /companies/{companyId}/projects/{projectId}/archive', {
      companyId: id,
      projectId,
      version: 1,
    });
    expect(await admin.codeOf(remove, named)).toBe('client.in-use');
    await admin.ok(update, { companyId: id, projectId, version: 2, clientName: null });
    await admin.ok(remove, named);
    expect(await admin.codeOf(remove, named)).toBe('client.missing');
    expect([await hasClients(admin, id), await clientsOf(admin, id)]).toEqual([false, []]);
    const { events } = await admin.ok('GET /companies/{companyId}/audit-events', { companyId: id });
    expect(events.filter(({ kind }) => kind === 'client-deleted')).toMatchObject([{ from: 'Acme', to: null }]);
  });

  test('is not deleted while a project gets it at the same time', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, id } = company;
    for (const round of [1, 2, 3, 4]) {
      const { id: projectId, clientId } = await newProject(company, `Project ${round}`, `Client ${round}`);
      await admin.ok(update, { companyId: id, projectId, version: 1, clientName: null });
      const [deleted, changed] = await Promise.all([
        admin.call(remove, { companyId: id, clientId: clientId ?? '' }),
        admin.call(update, { companyId: id, projectId, version: 2, clientName: `Client ${round}` }),
      ]);
      // Whichever came first, the project has a client that exists.
      expect([changed.status, [204, 409].includes(deleted.status)]).toEqual([200, true]);
      expect(await clientsOf(admin, id, `Client ${round}`)).toEqual([`Client ${round} 1`]);
      expect(await hasClients(admin, id)).toBe(true);
    }
  });

  test('is seen by those who see one of its projects', async () => {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { admin, manager, approver, worker, id } = company;
    await newProject(company, 'Managed', 'Seen', { managerIds: [manager.userId] });
    await newProject(company, 'Hidden', 'Unseen', { forEveryone: false });
    await newProject(company, 'Half', 'Seen', { forEveryone: false });
    expect(await clientsOf(admin, id)).toEqual(['Seen 2', 'Unseen 1']);
    expect(await clientsOf(approver, id)).toEqual(['Seen 2', 'Unseen 1']);
    expect(await clientsOf(manager, id)).toEqual(['Seen 1']);
    expect(await clientsOf(worker, id)).toEqual(['Seen 1']);
    for (const actor of [manager, approver, worker])
      expect(await actor.codeOf(rename, { companyId: id, clientId: company.project.id, name: 'Mine' })).toBe(
        'role.not-allowed',
      );
  });

  test('of another company reaches nothing', async () => {
    const [ours, theirs] = [
      await foundTestCompany(app, { canary: 'Ours' }),
      await foundTestCompany(app, { canary: 'Theirs' }),
    ];
    const { clientId } = await newProject(theirs, 'Website', 'Borealis');
    const { id: companyId, admin } = ours;
    const foreign = { companyId, clientId: clientId ?? '' };
    expect(await admin.codeOf(rename, { ...foreign, name: 'Taken over' })).toBe('client.missing');
    expect(await admin.codeOf(remove, foreign)).toBe('client.missing');
    expect((await admin.ok(list, { companyId, ids: [foreign.clientId] })).chosen).toEqual([]);
    expect((await admin.ok(projects, { companyId, clientIds: [foreign.clientId] })).total).toBe(0);
    // The same name is another client.
    expect((await newProject(ours, 'Website', 'Borealis')).clientId).not.toBe(clientId);
    expect(await clientsOf(theirs.admin, theirs.id)).toEqual(['Borealis 1']);
  });
});

describe('Lists, reports and files', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };

  /** 2 h for Acme, 3 h for Borealis, 4 h without a client, all logged by the worker. */
  async function openClients() {
    const company = await foundTestCompany(app, { canary: 'Ours' });
    const { worker, id } = company;
    const acme = await newProject(company, 'Website', 'Acme');
    const borealis = await newProject(company, 'Website', 'Borealis');
    const log = (taskId: string, day: string, hours: number) =>
      worker.ok('POST /companies/{companyId}/worklogs', {
        companyId: id,
        taskId,
        start: `${day}T08:00`,
        end: `${day}T${String(8 + hours).padStart(2, '0')}:00`,
      });
    await log(acme.tasks[0]?.id ?? '', '2026-03-02', 2);
    await log(borealis.tasks[0]?.id ?? '', '2026-03-03', 3);
    await submitDay(company, worker, '2026-03-04', '08:00', '12:00');
    return { company, acme, acmeId: acme.clientId ?? '', borealisId: borealis.clientId ?? '' };
  }

  test('are filtered by clients, and by projects without one', async () => {
    const { company, acmeId, borealisId } = await openClients();
    const { admin, id: companyId } = company;
    const minutes = async (clientIds: string[]) => {
      const { totals } = await admin.ok(worklogs, { companyId, clientIds });
      const report = await admin.ok(reports, { companyId, ...march, clientIds });
      expect(report.totals.minutes).toBe(totals.minutes);
      return totals.minutes;
    };
    expect([await minutes([acmeId]), await minutes(['none'])]).toEqual([120, 240]);
    expect([await minutes([acmeId, borealisId]), await minutes([borealisId, 'none'])]).toEqual([300, 420]);
    const named = async (clientIds: string[]) =>
      (await admin.ok(projects, { companyId, clientIds })).projects.map(({ clientName }) => clientName);
    expect([await named([acmeId]), await named(['none'])]).toEqual([['Acme'], [null, null]]);
  });

  test('have a row for each client, and one for projects without', async () => {
    const { company, acmeId, borealisId } = await openClients();
    const { admin, worker, id: companyId } = company;
    for (const actor of [admin, worker]) {
      const { rows } = await actor.ok(reports, { companyId, ...march, groupBy: 'client' });
      expect(rows.map(({ id, name, minutes }) => [id, name, minutes])).toEqual([
        ['none', '', 240],
        [borealisId, 'Borealis', 180],
        [acmeId, 'Acme', 120],
      ]);
    }
    const byProject = await admin.ok(reports, { companyId, ...march, groupBy: 'project' });
    expect(byProject.rows.map(({ clientName, name }) => [clientName, name])).toEqual([
      [null, company.project.name],
      ['Borealis', 'Website'],
      ['Acme', 'Website'],
    ]);
    const tree = await admin.ok('GET /companies/{companyId}/reports/breakdown', {
      companyId,
      ...march,
      groupBy: ['client', 'project'],
    });
    expect(tree.rows.map(({ name, rows }) => [name, rows.map((row) => row.minutes)])).toEqual([
      ['', [240]],
      ['Borealis', [180]],
      ['Acme', [120]],
    ]);
  });

  test('are exported with a column for the client, where the company has any', async () => {
    const { company } = await openClients();
    const plain = await foundTestCompany(app, { canary: 'Ours' });
    await submitDay(plain, plain.worker, '2026-03-04', '08:00', '12:00');
    const rowsOf = async ({ admin, id }: TestCompany, of: string, more = '') => {
      const query = `of=${of}&format=csv&style=plain&from=${march.from}&to=${march.to}${more}`;
      const { text } = await admin.send('GET', `${apiPrefix}/companies/${id}/reports/file?${query}`);
      return parse<Record<string, string>>(text, { bom: true, columns: true });
    };
    for (const of of ['worklogs', 'payroll', 'breakdown']) {
      const [withClients, without] = [await rowsOf(company, of), await rowsOf(plain, of)];
      expect([of, withClients.map(({ client }) => client).sort()]).toEqual([of, ['', 'Acme', 'Borealis']]);
      expect([of, without.length, without.some((row) => 'client' in row)]).toEqual([of, 1, false]);
    }
    const byClient = await rowsOf(company, 'breakdown', '&groupBy=client');
    expect(byClient.map(({ client, minutes }) => [client, minutes])).toEqual([
      ['Acme', '120'],
      ['Borealis', '180'],
      ['', '240'],
    ]);
    const workbook = await company.admin.send(
      'GET',
      `${apiPrefix}/companies/${company.id}/reports/file?of=breakdown&format=xlsx&groupBy=client&from=${march.from}&to=${march.to}`,
    );
    expect(workbook.status).toBe(200);
  });

  test('can be saved with clients and grouped by them', async () => {
    const { company, acmeId } = await openClients();
    const { admin, id: companyId } = company;
    const filter = { clientIds: [acmeId, 'none'] };
    await admin.ok('POST /companies/{companyId}/saved-reports', {
      companyId,
      name: 'By client',
      view: 'breakdown',
      range: 'last-month',
      filter,
      groupBy: ['client', 'project'],
    });
    const saved = await admin.ok('GET /companies/{companyId}/saved-reports', { companyId });
    expect(saved.reports).toMatchObject([{ filter, groupBy: ['client', 'project'] }]);
  });
});
