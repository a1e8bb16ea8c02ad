// A worker writes down the four worklogs of a day, on tasks that were used the day before.

import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type MeasuredPerson, type PersonFigures, personAt } from './person.ts';
import { type Evening, type StagedCompany, send } from './stage.ts';

/** A length alone begins where the worklog before ended. */
const worked = [
  { times: '8-10', task: 'Masonry', short: 'mas', minutes: 120 },
  { times: '2h', task: 'Formwork', short: 'for', minutes: 120 },
  { times: '13-15:30', task: 'Electrical', short: 'ele', minutes: 150 },
  { times: '1.5h', task: 'Survey', short: 'sur', minutes: 90 },
];

const loggable = z.object({ found: z.array(z.object({ taskId: z.string(), taskName: z.string() })) });

/** The day before: an hour of each task. */
export async function stageDayBefore({ page, company, evening: { day } }: Options): Promise<void> {
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const { found } = loggable.parse(await send(page, 'GET', `/companies/${company.id}/loggable-tasks`));
  for (const [index, { task }] of worked.entries())
    await send(page, 'POST', `/companies/${company.id}/worklogs`, {
      taskId: found.find(({ taskName }) => taskName === task)?.taskId,
      start: `${before}T${10 + index}:00`,
      end: `${before}T${11 + index}:00`,
    });
}

type Options = { company: StagedCompany; evening: Evening; page: Page };

const entryOf = (page: Page) => page.getByRole('dialog', { name: 'Quick entry' });

/** By keyboard alone, from the dashboard: a line for each, in which three letters find the task. */
export async function logDayByKeys({ page, ...options }: Options): Promise<PersonFigures> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const person = personAt(page, 'keyboard and mouse');
  await person.think();
  await person.press('q');
  await person.see(entryOf(page).getByRole('combobox'));
  for (const { times, short, task } of worked) {
    await person.think();
    await person.type(`${times} ${short}`);
    await person.see(understood(page, task));
    // Day, times and task.
    await person.look(3);
    await person.press(task === 'Survey' ? 'Enter' : 'Control+Enter');
  }
  await person.see(page.getByRole('region', { name: 'Messages' }).getByText(/Survey|4 worklogs/));
  return finish(person, { page, ...options });
}

/** With a finger, from the list: the times are typed, the task is one of those offered. */
export async function logDayByTaps({ page, ...options }: Options): Promise<PersonFigures> {
  await page.goto('/worklogs');
  await page.getByRole('heading', { level: 1, name: 'Worklogs' }).waitFor();
  const person = personAt(page, 'phone');
  await person.think();
  await person.click(page.getByRole('button', { name: 'Quick entry' }));
  await person.see(entryOf(page).getByRole('combobox'));
  for (const { times, task } of worked) {
    await person.think();
    await person.type(times);
    const option = entryOf(page).getByRole('option', { name: task });
    await person.see(option);
    await person.look(1);
    await person.click(option);
    await person.see(understood(page, task));
    // The times as understood.
    await person.look(1);
    const last = task === 'Survey';
    // Shorter on a phone.
    const next = /^Submit and (write the )?next$/;
    await person.click(entryOf(page).getByRole('button', { name: last ? 'Submit worklog' : next }));
  }
  await person.see(page.getByRole('region', { name: 'Messages' }).getByText(/Survey|4 worklogs/));
  return finish(person, { page, ...options });
}

const understood = (page: Page, task: string) =>
  entryOf(page).getByRole('list', { name: 'Understood as' }).getByText(task);

const listed = z.object({ worklogs: z.array(z.object({ taskName: z.string(), minutes: z.number() })) });

/** The figures, once the server has all four. */
async function finish(person: MeasuredPerson, { page, company, evening: { day } }: Options): Promise<PersonFigures> {
  const figures = person.done();
  const list = `/companies/${company.id}/worklogs?from=${day}&to=${day}&sort=oldest`;
  const { worklogs } = listed.parse(await send(page, 'GET', list));
  const found = worklogs.map(({ taskName, minutes }) => `${taskName} ${minutes}`);
  const expected = worked.map(({ task, minutes }) => `${task} ${minutes}`);
  if (String(found) !== String(expected)) throw new Error(`The day is ${found}, not ${expected}.`);
  return figures;
}
