// Tags of worklogs: named by a worklog, unique in the company, kept by copies, shown everywhere, and reached by nobody else.

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { maxTagNameLength, maxTagsPerWorklog } from '#domain/tags.ts';
import { type Actor, type Input, startTestApp, type TestApp } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, type TestCompany } from '../support/company.ts';

const list = 'GET /companies/{companyId}/tags';
const rename = 'PATCH /companies/{companyId}/tags/{tagId}';
const merge = 'POST /companies/{companyId}/tags/{tagId}/merge';
const remove = 'DELETE /companies/{companyId}/tags/{tagId}';
const submit = 'POST /companies/{companyId}/worklogs';
const amend = 'PATCH /companies/{companyId}/worklogs/{worklogId}';
const worklogs = 'GET /companies/{companyId}/worklogs';
const one = 'GET /companies/{companyId}/worklogs/{worklogId}';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const open = () => foundTestCompany(app, { canary: 'Ours' });

const logged = (day: string, hours: number) => ({
  start: `${day}T08:00`,
  end: `${day}T${String(8 + hours).padStart(2, '0')}:00`,
});

const log = ({ worker, id, project }: TestCompany, day: string, hours: number, tags?: string[]) =>
  worker.ok(submit, { companyId: id, taskId: project.timedTaskId, ...logged(day, hours), ...(tags && { tags }) });

const tagsOf = async (actor: Actor, companyId: string, search?: string) =>
  (await actor.ok(list, { companyId, ...(search === undefined ? {} : { search }) })).found;
const namesOf = async (actor: Actor, companyId: string, search?: string) =>
  (await tagsOf(actor, companyId, search)).map(({ name }) => name);
const idOf = async ({ admin, id }: TestCompany, name: string) =>
  (await tagsOf(admin, id)).find((tag) => tag.name === name)?.id ?? '';

const hasTags = async (actor: Actor, companyId: string) =>
  (await actor.ok('GET /session', {})).companies.find(({ id }) => id === companyId)?.hasTags;

const historyOf = async ({ worker, id: companyId }: TestCompany, worklogId: string) =>
  (await worker.ok(one, { companyId, worklogId })).history;

describe('A worklog', () => {
  test('has no tags unless it names some; naming one creates it once, in whatever case it is written', async () => {
    const company = await open();
    const { admin, worker, id } = company;
    expect((await log(company, '2026-03-02', 1)).tags).toEqual([]);
    expect([await hasTags(admin, id), await namesOf(worker, id)]).toEqual([false, []]);
    expect((await log(company, '2026-03-03', 1, ['Urgent', ' #night  shift ', 'urgent'])).tags).toEqual([
      'night shift',
      'Urgent',
    ]);
    expect((await log(company, '2026-03-04', 1, ['URGENT'])).tags).toEqual(['Urgent']);
    expect([await hasTags(admin, id), await namesOf(worker, id)]).toEqual([true, ['night shift', 'Urgent']]);
    expect(await namesOf(worker, id, 'urg')).toEqual(['Urgent']);
  });

  test('keeps its tags when something else is changed, and its history names what was added and removed', async () => {
    const company = await open();
    const { worker, id: companyId } = company;
    const { id: worklogId } = await log(company, '2026-03-02', 1, ['Urgent', 'On site']);
    const change = (version: number, fields: Partial<Input<typeof amend>>) =>
      worker.ok(amend, { companyId, worklogId, version, ...fields });
    expect((await change(1, { notes: 'Roof' })).tags).toEqual(['On site', 'Urgent']);
    expect((await change(2, { tags: ['urgent', 'Rework'] })).tags).toEqual(['Rework', 'Urgent']);
    expect((await change(3, { tags: [] })).tags).toEqual([]);
    const history = await historyOf(company, worklogId);
    expect(history.map(({ changes }) => changes.tags)).toEqual([
      undefined,
      undefined,
      { from: 'On site, Urgent', to: 'Rework, Urgent' },
      { from: 'Rework, Urgent', to: null },
    ]);
    expect(history.map(({ values }) => values?.tags)).toEqual([
      ['On site', 'Urgent'],
      ['On site', 'Urgent'],
      ['Rework', 'Urgent'],
      [],
    ]);
  });

  test('is refused with too many tags, or with names that are too long, empty, or hide something', async () => {
    const { worker, id: companyId, project } = await open();
    const refusal = async (tags: string[]) => {
      const times = logged('2026-03-02', 1);
      const { problem } = await worker.call(submit, { companyId, taskId: project.timedTaskId, ...times, tags });
      return problem?.errors?.map(({ path, code }) => `${path} ${code}`);
    };
    expect(await refusal(Array.from({ length: maxTagsPerWorklog + 1 }, (_, index) => `t${index}`))).toEqual([
      'tags field.too-many',
    ]);
    expect(await refusal(['x'.repeat(maxTagNameLength + 1)])).toEqual(['tags.0 field.too-long']);
    for (const name of ['a\u0000b', 'a\u202Eb', 'a\u0007', 'a,b', '\ud800']) {
      expect([name, await refusal([name])]).toEqual([name, ['tags.0 field.invalid']]);
    }
    for (const name of [' ', '#']) expect(await refusal([name])).toEqual(['tags.0 field.required']);
    expect(await namesOf(worker, companyId)).toEqual([]);
  });

  test('that is refused for another reason leaves no new tag behind', async () => {
    const company = await open();
    const { worker, id: companyId, project } = company;
    await log(company, '2026-03-02', 1);
    const again = { companyId, taskId: project.timedTaskId, ...logged('2026-03-02', 1), tags: ['Lost'] };
    expect(await worker.codeOf(submit, again)).toBe('worklog.conflict');
    expect([await hasTags(worker, companyId), await namesOf(worker, companyId)]).toEqual([false, []]);
  });

  test('that is withdrawn has no tags any more, so that they can be deleted', async () => {
    const company = await open();
    const { admin, worker, id: companyId } = company;
    const { id: worklogId } = await log(company, '2026-03-02', 1, ['Urgent']);
    const tagId = await idOf(company, 'Urgent');
    expect(await admin.codeOf(remove, { companyId, tagId })).toBe('tag.in-use');
    await worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version: 1 });
    await admin.ok(remove, { companyId, tagId });
    expect([await hasTags(admin, companyId), await namesOf(admin, companyId)]).toEqual([false, []]);
  });

  test('keeps its tags in copies of its day, for other workers, and when a timer is submitted', async () => {
    const company = await open();
    const { admin, worker, id: companyId, project } = company;
    await log(company, '2026-03-02', 1, ['Urgent']);
    const { results } = await worker.ok('POST /companies/{companyId}/worklog-copies', {
      companyId,
      fromDay: '2026-03-02',
      toDays: ['2026-03-03'],
    });
    expect(results.map(({ copy }) => copy?.tags)).toEqual([['Urgent']]);
    const { timer } = await worker.ok('POST /companies/{companyId}/timer', { companyId });
    const { taskId, ...times } = { taskId: project.timedTaskId, ...logged('2026-03-05', 1) };
    const path = { companyId, timerId: timer?.id ?? '' };
    const timed = await worker.ok('POST /companies/{companyId}/timer/{timerId}/worklog', {
      ...path,
      taskId,
      ...times,
      tags: ['urgent'],
    });
    expect(timed.tags).toEqual(['Urgent']);
    await setPolicies(admin, companyId, { logForOthers: true });
    const entered = await admin.ok('POST /companies/{companyId}/worklogs-for-others', {
      companyId,
      taskId,
      ...logged('2026-03-06', 1),
      workerIds: [worker.userId],
      tags: ['Entered'],
    });
    expect(entered.results.map(({ worklog }) => worklog?.tags)).toEqual([['Entered']]);
  });

  test('of several people who name the same new tags at once share them', async () => {
    const { admin, id, project } = await open();
    const workers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => hire(app, admin, id, 'worker', `Worker ${index}`)),
    );
    const names = ['Alpha', 'Beta', 'Gamma'];
    const saved = await Promise.all(
      workers.map((worker, index) =>
        worker.ok(submit, {
          companyId: id,
          taskId: project.timedTaskId,
          ...logged('2026-03-02', 1),
          tags: index % 2 === 0 ? names : names.toReversed(),
        }),
      ),
    );
    expect(saved.map(({ tags }) => tags)).toEqual(workers.map(() => names));
    expect(await namesOf(admin, id)).toEqual(names);
  });
});

describe('Tags of the company', () => {
  test('are renamed, merged and deleted by company admins, in the audit log; nobody else may', async () => {
    const company = await open();
    const { admin, manager, approver, worker, id: companyId } = company;
    const both = await log(company, '2026-03-02', 1, ['Urgent', 'Rush']);
    const single = await log(company, '2026-03-03', 1, ['Rush']);
    const [urgent, rush] = [await idOf(company, 'Urgent'), await idOf(company, 'Rush')];
    for (const actor of [manager, approver, worker]) {
      expect(await actor.codeOf(rename, { companyId, tagId: urgent, name: 'Mine' })).toBe('role.not-allowed');
      expect(await actor.codeOf(merge, { companyId, tagId: urgent, intoId: rush })).toBe('role.not-allowed');
      expect(await actor.codeOf(remove, { companyId, tagId: urgent })).toBe('role.not-allowed');
      expect(await namesOf(actor, companyId)).toEqual(['Rush', 'Urgent']);
    }
    expect(await admin.codeOf(rename, { companyId, tagId: urgent, name: 'rush' })).toBe('tag.name-taken');
    expect(await admin.codeOf(merge, { companyId, tagId: urgent, intoId: urgent })).toBe('tag.merge-with-itself');
    expect((await admin.ok(rename, { companyId, tagId: urgent, name: 'URGENT' })).name).toBe('URGENT');
    expect(await admin.ok(merge, { companyId, tagId: rush, intoId: urgent })).toMatchObject({ name: 'URGENT' });
    const shown = async (worklogId: string) => (await worker.ok(one, { companyId, worklogId })).worklog;
    expect((await shown(both.id)).tags).toEqual(['URGENT']);
    expect(await shown(single.id)).toMatchObject({ tags: ['URGENT'], version: 1 });
    expect(await admin.codeOf(remove, { companyId, tagId: rush })).toBe('tag.missing');
    // The history keeps the names of its time.
    expect((await historyOf(company, single.id))[0]?.values?.tags).toEqual(['Rush']);
    const { events } = await admin.ok('GET /companies/{companyId}/audit-events', { companyId });
    const ofTags = events.filter(({ kind }) => kind.startsWith('tag-')).map(({ kind, from, to }) => [kind, from, to]);
    expect(ofTags).toEqual([
      ['tag-merged', 'Rush', 'URGENT'],
      ['tag-renamed', 'Urgent', 'URGENT'],
    ]);
  });

  test('that are merged are replaced in saved reports, also in those of others', async () => {
    const company = await open();
    const { admin, manager, id: companyId } = company;
    await log(company, '2026-03-02', 1, ['Rush', 'Urgent', 'Night']);
    const ids = Promise.all(['Rush', 'Urgent', 'Night'].map((name) => idOf(company, name)));
    const [rush = '', urgent = '', night = ''] = await ids;
    const save = (actor: Actor, name: string, tagIds?: string[]) =>
      actor.ok('POST /companies/{companyId}/saved-reports', {
        companyId,
        name,
        view: 'worklogs',
        range: 'last-month',
        isShared: actor === admin,
        filter: { statuses: ['approved'], ...(tagIds && { tagIds }) },
      });
    await save(manager, 'Own', [rush]);
    await save(admin, 'Both', [urgent, night, rush]);
    await save(admin, 'Other', ['none', night]);
    await save(admin, 'Without');
    await admin.ok(merge, { companyId, tagId: rush, intoId: urgent });
    const { reports } = await manager.ok('GET /companies/{companyId}/saved-reports', { companyId });
    expect(reports.map(({ name, filter, version }) => [name, filter, version])).toEqual([
      ['Both', { statuses: ['approved'], tagIds: [urgent, night] }, 2],
      ['Other', { statuses: ['approved'], tagIds: ['none', night] }, 1],
      ['Own', { statuses: ['approved'], tagIds: [urgent] }, 2],
      ['Without', { statuses: ['approved'] }, 1],
    ]);
  });

  test('of another company reach nothing', async () => {
    const [ours, theirs] = [await open(), await foundTestCompany(app, { canary: 'Theirs' })];
    await log(theirs, '2026-03-02', 1, ['Urgent']);
    await log(ours, '2026-03-02', 1, ['Urgent', 'Own']);
    const { id: companyId, admin } = ours;
    const [foreign, own] = [await idOf(theirs, 'Urgent'), await idOf(ours, 'Own')];
    expect(foreign).not.toBe(await idOf(ours, 'Urgent'));
    expect(await admin.codeOf(rename, { companyId, tagId: foreign, name: 'Taken over' })).toBe('tag.missing');
    expect(await admin.codeOf(merge, { companyId, tagId: foreign, intoId: own })).toBe('tag.missing');
    expect(await admin.codeOf(merge, { companyId, tagId: own, intoId: foreign })).toBe('tag.missing');
    expect(await admin.codeOf(remove, { companyId, tagId: foreign })).toBe('tag.missing');
    expect((await admin.ok(list, { companyId, ids: [foreign] })).chosen).toEqual([]);
    expect((await admin.ok(worklogs, { companyId, tagIds: [foreign] })).totals.items).toBe(0);
    expect(await namesOf(theirs.admin, theirs.id)).toEqual(['Urgent']);
  });
});

describe('Lists, reports and files', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' };

  /** 1 h with both tags, 2 h urgent, 4 h without a tag. */
  async function openTagged() {
    const company = await open();
    await log(company, '2026-03-02', 1, ['Urgent', '=On site']);
    await log(company, '2026-03-03', 2, ['Urgent']);
    await log(company, '2026-03-04', 4);
    return { company, urgent: await idOf(company, 'Urgent'), onSite: await idOf(company, '=On site') };
  }

  test('are filtered by any of several tags, and by worklogs without one', async () => {
    const { company, urgent, onSite } = await openTagged();
    const { admin, approver, id: companyId } = company;
    const minutes = async (tagIds: string[]) => {
      const { totals, worklogs: rows } = await admin.ok(worklogs, { companyId, tagIds });
      expect(rows.reduce((sum, row) => sum + (row.minutes ?? 0), 0)).toBe(totals.minutes);
      for (const groupBy of ['project', 'day', 'task'] as const) {
        const report = await admin.ok('GET /companies/{companyId}/reports', { companyId, ...march, tagIds, groupBy });
        expect([groupBy, report.totals.minutes]).toEqual([groupBy, totals.minutes]);
      }
      const { sum } = await approver.ok('GET /companies/{companyId}/decidable-worklogs', { companyId, tagIds });
      expect(sum.minutes).toBe(totals.minutes);
      return totals.minutes;
    };
    expect([await minutes([urgent]), await minutes([onSite]), await minutes(['none'])]).toEqual([180, 60, 240]);
    expect([await minutes([urgent, onSite]), await minutes([onSite, 'none'])]).toEqual([180, 300]);
  });

  test('are saved with a filter by tags', async () => {
    const { company, urgent } = await openTagged();
    const saved = await company.admin.ok('POST /companies/{companyId}/saved-reports', {
      companyId: company.id,
      name: 'Urgent',
      view: 'worklogs',
      range: 'last-month',
      filter: { tagIds: [urgent] },
    });
    expect(saved.filter).toEqual({ tagIds: [urgent] });
  });

  test('are exported with a column for the tags, where the company has any', async () => {
    const { company } = await openTagged();
    const plain = await open();
    await log(plain, '2026-03-04', 4);
    const rowsOf = async ({ admin, id }: TestCompany) => {
      const query = `of=worklogs&format=csv&style=local&from=${march.from}&to=${march.to}`;
      const { text } = await admin.send('GET', `${apiPrefix}/companies/${id}/reports/file?${query}`);
      return parse<Record<string, string>>(text, { bom: true, columns: true });
    };
    expect((await rowsOf(company)).map((row) => row.Tags)).toEqual(["'=On site, Urgent", 'Urgent', '']);
    expect(Object.keys((await rowsOf(plain))[0] ?? {})).not.toContain('Tags');
  });
});
