// What people in the office do: who worked how much on a project last month, forty decisions, and a person onto five projects.

import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type PersonFigures, personAt } from './person.ts';
import { type Evening, type StagedCompany, send } from './stage.ts';

/** From the dashboard, in the demo. */
export async function findHoursByPerson(page: Page): Promise<PersonFigures> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const person = personAt(page, 'keyboard and mouse');
  await person.think();
  await person.click(page.getByRole('navigation').getByRole('link', { name: 'Projects' }));
  const project = page.getByRole('row', { name: /Gudang Cikarang/ });
  await person.see(project);
  await person.look(3);
  await person.click(project.getByText('Gudang Cikarang'));
  const hours = page.getByRole('link', { name: 'Hours by person, last month' });
  await person.see(hours);
  await person.think();
  await person.click(hours);
  await person.see(page.getByRole('row', { name: /Joko Susilo.*\d h/ }));
  await person.look(3);
  return person.done();
}

const decisions = 40;

const crew = ['Agung Nugroho', 'Bayu Firmansyah', 'Citra Maharani', 'Eka Suryani'];
const notes = ['', 'Second row, north side', '', 'Waited an hour for concrete', ''];

const loggable = z.object({ found: z.array(z.object({ taskId: z.string() })) });

/** Ten worklogs of each of four people: two a day until yesterday. */
export async function stageDecisions({ id, hire }: StagedCompany, { day }: Evening): Promise<void> {
  for (const name of crew) {
    const page = await hire(name, 'worker');
    const { found } = loggable.parse(await send(page, 'GET', `/companies/${id}/loggable-tasks`));
    for (let n = 0; n < decisions / crew.length; n += 1) {
      const on = new Date(Date.parse(day) - (1 + Math.floor(n / 2)) * 86_400_000).toISOString().slice(0, 10);
      const [from, to] = n % 2 === 0 ? ['08:00', '12:00'] : ['13:00', '16:30'];
      await send(page, 'POST', `/companies/${id}/worklogs`, {
        taskId: found[n % found.length]?.taskId,
        start: `${on}T${from}`,
        end: `${on}T${to}`,
        notes: notes[n % notes.length],
      });
    }
  }
}

/** One after the other, by keyboard: the person reads the one in front, and A approves it. */
export async function decideForty(page: Page): Promise<PersonFigures> {
  await page.goto('/approvals');
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  const person = personAt(page, 'keyboard and mouse');
  await person.think();
  await person.click(page.getByRole('button', { name: 'Begin review' }));
  for (let n = 1; n <= decisions; n += 1) {
    await person.see(page.getByText(new RegExp(`^${n} of \\d`)));
    // Person and day, task, times, note.
    await person.look(4);
    await person.press('a');
  }
  await person.see(page.getByText(new RegExp(`^${decisions + 1} of \\d`)));
  return person.done();
}

export type Assigned = { companyId: string; userId: string; name: string; projects: readonly string[] };

const further = [
  'Bandara Kertajati',
  'Dermaga Cirebon',
  'Kantor Bekasi',
  'Pabrik Karawang',
  'Ruko Depok',
  'Sekolah Bogor',
];

const people = z.object({ members: z.array(z.object({ userId: z.string(), name: z.string() })) });

/** Projects that are not open to everyone, and a worker who has just joined. */
export async function stageAssignment({ id: companyId, founder, hire }: StagedCompany): Promise<Assigned> {
  for (const name of further)
    await send(founder, 'POST', `/companies/${companyId}/projects`, {
      name,
      forEveryone: false,
      managerIds: [],
      workerIds: [],
      tasks: [{ name: 'Structure', kind: 'timed' }],
    });
  const name = 'Galih Ramadhan';
  await hire(name, 'worker');
  const { members } = people.parse(await send(founder, 'GET', `/companies/${companyId}/members`));
  const userId = members.find((member) => member.name === name)?.userId ?? '';
  return { companyId, userId, name, projects: further.filter((one) => one !== 'Kantor Bekasi') };
}

const foundMember = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string(), isManaged: z.boolean() })),
});

/** From the list of users. */
export async function assignFive(page: Page, { companyId, userId, name, projects }: Assigned): Promise<PersonFigures> {
  await page.goto('/users');
  const row = page.getByRole('row', { name });
  await row.waitFor();
  const person = personAt(page, 'keyboard and mouse');
  await person.think();
  await person.click(row.getByText(name));
  const choices = page.getByRole('group', { name: 'Assign projects' });
  for (const project of projects) {
    // All of the row toggles it.
    const choice = choices.locator('label', { hasText: project });
    await person.see(choice);
    await person.look(1);
    await person.click(choice);
  }
  await person.click(page.getByRole('button', { name: 'Assign 5 projects' }));
  await person.see(page.getByRole('region', { name: 'Messages' }).getByText(name));
  const figures = person.done();
  const found = foundMember.parse(await send(page, 'GET', `/companies/${companyId}/members/${userId}`));
  const missing = projects.filter((one) => found.projects.every((project) => project.name !== one));
  if (missing.length > 0) throw new Error(`${name} is not assigned to ${missing}.`);
  return figures;
}
