// Every text field of a worklog appears in all lists, histories, files and copies, and the database has a column for each plain
// field. A new field in domain/worklog-fields.ts is covered automatically.

import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { personalData } from '#contract/personal-data.ts';
import { mapTexts, type WorklogText, worklogFieldNames, worklogFields, worklogTexts } from '#domain/worklog-fields.ts';
import { startOneCompany } from '../support/company.ts';
import { columnOf } from '../support/replay-events.ts';

const { app, company } = await startOneCompany();
afterAll(() => app.close());

type Texts = Record<WorklogText, string>;
const typed = (word: string): Texts => mapTexts((name) => `${word} ${name}`);
const day = '2026-03-02';
const times = { start: `${day}T08:00`, end: `${day}T10:00` };

const submit = (texts: Partial<Texts> = {}, on: { start: string; end: string } = times) =>
  company.worker.ok('POST /companies/{companyId}/worklogs', {
    companyId: company.id,
    taskId: company.project.timedTaskId,
    ...on,
    ...texts,
  });

const amend = (worklogId: string, version: number, texts: Partial<Texts>) =>
  company.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    companyId: company.id,
    worklogId,
    version,
    ...texts,
  });

const read = (worklogId: string) =>
  company.worker.ok('GET /companies/{companyId}/worklogs/{worklogId}', { companyId: company.id, worklogId });

describe('the texts of a worklog', () => {
  test('are returned, listed, kept by a partial update, and recorded in the history', async () => {
    const { id, ...submitted } = await submit(typed('first'));
    expect(submitted).toMatchObject(typed('first'));
    const { worklogs } = await company.worker.ok('GET /companies/{companyId}/worklogs', { companyId: company.id });
    expect(worklogs.find((one) => one.id === id)).toMatchObject(typed('first'));
    expect(await amend(id, 1, {})).toMatchObject(typed('first'));
    expect(await amend(id, 2, typed('second'))).toMatchObject(typed('second'));
    const { worklog, history } = await read(id);
    expect(worklog).toMatchObject(typed('second'));
    expect(history.map(({ values }) => values)).toMatchObject([typed('first'), typed('first'), typed('second')]);
    expect(history.map(({ changes }) => changes)).toEqual([
      {},
      {},
      mapTexts((name) => ({ from: `first ${name}`, to: `second ${name}` })),
    ]);
  });

  test('are in copies, in exports under their names, and in the personal data export', async () => {
    const on = { start: '2026-04-06T08:00', end: '2026-04-06T10:00' };
    const { id } = await submit(typed('copied'), on);
    const { results } = await company.worker.ok('POST /companies/{companyId}/worklog-copies', {
      companyId: company.id,
      fromDay: '2026-04-06',
      toDays: ['2026-04-07'],
    });
    expect(results).toMatchObject([{ copy: typed('copied') }]);
    const query = 'of=worklogs&format=csv&style=plain&from=2026-04-01&to=2026-04-30';
    const file = await company.worker.send('GET', `${apiPrefix}/companies/${company.id}/reports/file?${query}`);
    const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
    expect(rows).toMatchObject([typed('copied'), typed('copied')]);
    const { text } = await company.worker.send('GET', `${apiPrefix}/account/download`);
    const stored = personalData.parse(JSON.parse(text)).worklogs.find((one) => one.id === id);
    expect(stored).toMatchObject({ ...typed('copied'), history: [{ values: typed('copied') }] });
  });

  test('are empty by default, and as long as the contract and the database allow', async () => {
    const on = (hour: number) => ({ start: `2026-05-04T${hour}:00`, end: `2026-05-04T${hour}:30` });
    expect(await submit({}, on(10))).toMatchObject(mapTexts(() => ''));
    const longest = mapTexts((name) => 'x'.repeat(worklogFields[name].maxLength));
    expect(await submit(longest, on(11))).toMatchObject(longest);
    for (const name of worklogTexts) {
      const tooLong = `${longest[name]}x`;
      const { problem } = await company.worker.call('POST /companies/{companyId}/worklogs', {
        companyId: company.id,
        taskId: company.project.timedTaskId,
        ...on(12),
        [name]: tooLong,
      });
      expect(problem?.errors).toMatchObject([{ path: name, code: 'field.too-long' }]);
      await expect(app.superuser.query(`update worklogs set ${columnOf(name)} = $1`, [tooLong])).rejects.toThrow(
        'check',
      );
    }
  });
});

describe('in the database', () => {
  test('the columns of a worklog are its plain fields, its task and those that the product sets', async () => {
    const { rows } = await app.superuser.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'worklogs'::regclass and attnum > 0 and not attisdropped`,
    );
    const task = ['project_id', 'task_id', 'kind'];
    const noted = [
      'company_id',
      'id',
      'worker_id',
      'entered_by',
      'status',
      'allows_overlap',
      'is_imported',
      'version',
      'submitted_at',
    ];
    const review = ['reviewer_id', 'reviewed_at', 'reviewed_for', 'review_notes', 'dismissed_version'];
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...worklogFieldNames.map(columnOf), ...task, ...noted, ...review].sort(),
    );
  });

  test('events contain every plain field', async () => {
    const { id } = await submit({}, { start: '2026-06-01T08:00', end: '2026-06-01T09:00' });
    const { history } = await read(id);
    const held = Object.keys(history[0]?.values ?? {});
    expect(worklogFieldNames.filter((name) => !held.includes(name))).toEqual([]);
  });
});
