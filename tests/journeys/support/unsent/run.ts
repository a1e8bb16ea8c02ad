// One run: commands on two phones of one worker, what the worker then intends to have, and what the server has in the end.
import { expect, type Page } from '@playwright/test';
import { v7 } from 'uuid';
import { png } from '../../../support/receipts.ts';
import * as acts from './acts.ts';
import { expectIntended } from './check.ts';
import type { Command } from './commands.ts';
import * as devices from './device.ts';
import type { Intended, PhotoChange, Run, Setting } from './intended.ts';
import * as timers from './timers.ts';

const photo = png(4, 4).toString('base64');

export async function runCommands(commands: readonly Command[], setting: Setting): Promise<Run> {
  const run: Run = { ...setting, intended: [], conflicts: [], ofOther: [], timed: null, impossible: [], count: 0 };
  await clearTimes(run);
  for (const phone of run.phones) await begin(phone, run);
  for (const command of commands) await execute(command, run);
  for (const phone of run.phones) await settle(phone, run);
  await expectIntended(run);
  return run;
}

/** The times of an earlier run are free again. Its pages may still show its timer. */
async function clearTimes({ worker: { server }, phones }: Run): Promise<void> {
  const [timer, worklogs] = await Promise.all([server.timer(), server.recentRows()]);
  if (timer) await server.discardTimer(timer);
  for (const worklog of worklogs) await server.withdraw(worklog);
  if (timer || worklogs.length > 0)
    for (const phone of phones) for (const index of [0, 1]) await devices.killTab(phone, index);
}

/** Nothing is left of an earlier run, which may have failed. */
async function begin(phone: devices.Phone, { worker }: Run): Promise<void> {
  await devices.connect(phone, 'through');
  const [open] = phone.tabs;
  if (open && (await devices.storedEntries(open)).length === 0) return;
  for (const index of [0, 1]) await devices.killTab(phone, index);
  await devices.takeSession(phone, worker);
  await devices.fillStorage(phone, false);
  const page = await devices.openTab(phone, 0);
  if (page) await devices.clearEntries(page);
}

async function execute(command: Command, run: Run): Promise<void> {
  const phone = run.phones[command.phone === 0 ? 0 : 1];
  if (command.do === 'connect') return devices.connect(phone, command.to);
  if ('which' in command) {
    const own = run.intended.filter((one) => one.phone === phone);
    const chosen = own[command.which % Math.max(1, own.length)];
    return chosen && writeAgain(command, chosen, run);
  }
  if (command.do === 'kill') return devices.killTab(phone, command.tab);
  if (command.do === 'kill browser') return devices.killBrowser(phone);
  if (command.do === 'fill storage') return devices.fillStorage(phone, true);
  if (command.do === 'free storage') return devices.fillStorage(phone, false);
  if (command.do === 'end timer elsewhere') return timers.endElsewhere(command.how, run);
  // Without a connection a killed page stays closed.
  if (command.do === 'reload' && phone.proxy.state.connection !== 'cut') return devices.reloadTab(phone, command.tab);
  const page = await devices.openTab(phone, command.tab);
  if (!page) return;
  if (command.do === 'create') await create(page, phone, command, run);
  if (command.do === 'use timer' && (phone.isFull || !(await timers.act(command.act, phone, page, run))))
    run.impossible.push(command.act);
  if (command.do === 'announce') await acts.announceConnection(page);
  if (command.do === 'other person' && phone.proxy.state.connection !== 'cut' && !phone.isFull)
    await signInOther(phone, command.tab, run);
}

type Placed = Pick<Intended, 'id' | 'day' | 'minute'>;

const submissionOf = ({ id, day, minute }: Placed, notes: string, { companyId, task }: Setting) => {
  const [start, end] = [minute, minute + 1].map((one) => new Date(one * 60_000).toISOString().slice(11, 16));
  return { id, companyId, taskId: task.taskId, start: `${day}T${start}`, end: `${day}T${end}`, notes };
};

async function create(
  page: Page,
  phone: devices.Phone,
  { isSentFirst, hasPhoto }: Extract<Command, { do: 'create' }>,
  run: Run,
): Promise<void> {
  run.count += 1;
  const placed = { id: v7(), day: run.day, minute: run.count * 2 };
  const notes = `own-${run.count}`;
  const withPhoto = hasPhoto && !isSentFirst;
  const request = submissionOf(placed, notes, run);
  const creating = { partsUrl: run.partsUrl, request, task: run.task, isSentFirst, photo: withPhoto ? photo : null };
  const done = await acts.create(page, creating);
  if (done === 'refused') expect(phone.isFull, 'stored or kept').toBe(true);
  intend(run, { ...placed, phone, notes, photos: withPhoto ? 1 : 0, isKept: done !== 'refused' });
}

type New = Pick<Intended, 'id' | 'day' | 'minute' | 'phone'> & { notes: string; photos: number; isKept: boolean };

/** What is not kept may have reached the server before. */
function intend(run: Run, { notes, photos, isKept, ...placed }: New): void {
  const wanted = isKept ? { notes, alsoRight: [] } : { notes: null, alsoRight: [notes] };
  const isSameTime = (other: Intended) => other.day === placed.day && other.minute === placed.minute;
  const others = run.intended.filter(isSameTime);
  for (const other of others) other.hasConflict = true;
  run.intended.push({
    ...placed,
    ...wanted,
    photosOf: { [notes]: photos },
    before: null,
    rivals: [],
    hasConflict: others.length > 0,
  });
}

type Again = Extract<Command, { which: number }>;

async function writeAgain(command: Again, chosen: Intended, run: Run): Promise<void> {
  const { server } = run.worker;
  if (command.do === 'change elsewhere') {
    const found = await server.find(chosen.id);
    const notes = `elsewhere-${++run.count}`;
    if (found && (await server.amend(found.worklog, notes))) chosen.rivals.push(notes);
  } else if (command.do === 'log the same time elsewhere') {
    const notes = `conflict-${++run.count}`;
    const { id: _, companyId: __, ...same } = submissionOf(chosen, notes, run);
    const id = await server.create(same);
    chosen.hasConflict ||= id !== null;
    if (id !== null) run.conflicts.push({ id, notes });
  } else if ('tab' in command && chosen.notes !== null) {
    const page = await devices.openTab(chosen.phone, command.tab);
    if (!page) return;
    if (command.do === 'change') await change(page, chosen, command.photo, run);
    else await (command.do === 'copy' ? copy : discard)(page, chosen, run);
  }
}

const entryOf = async (page: Page, id: string) =>
  (await devices.storedEntries(page)).find(({ worklogId }) => worklogId === id);

async function change(page: Page, chosen: Intended, photoChange: PhotoChange, run: Run): Promise<void> {
  const { partsUrl, task, worker } = run;
  const notes = `own-${++run.count}`;
  const request = submissionOf(chosen, notes, run);
  const photos = { photo: photoChange === 'add' ? photo : null, isWithoutOthers: photoChange === 'remove' };
  const photosAfter = (before: number) => (photoChange === 'remove' ? 0 : before + (photoChange === 'add' ? 1 : 0));
  const entry = await entryOf(page, chosen.id);
  if (entry) {
    chosen.photosOf[notes] = photosAfter(entry.receipts.length);
    // If it has been sent meanwhile, the page says so, and the worker changes what was sent.
    if (await acts.rewrite(page, { partsUrl, request, task, ...photos })) want(chosen, notes);
    return;
  }
  const found = await worker.server.find(chosen.id);
  if (!found) return;
  chosen.photosOf[notes] = photosAfter(found.receipts.length);
  const isKept = await acts.change(page, { partsUrl, request, task, known: found, ...photos });
  expect(isKept || chosen.phone.isFull, 'the change is kept').toBe(true);
  if (!isKept) return;
  chosen.before = found.worklog.notes;
  chosen.photosOf[chosen.before] = found.receipts.length;
  want(chosen, notes);
}

/** Of what the server has, onto a day of its own. */
async function copy(page: Page, chosen: Intended, run: Run): Promise<void> {
  const found = chosen.day === run.day ? await run.worker.server.find(chosen.id) : null;
  if (!found) return;
  const placed = { id: v7(), day: run.copyDay, minute: chosen.minute };
  const copying = { partsUrl: run.partsUrl, id: placed.id, source: found.worklog, day: placed.day };
  const isKept = await acts.copy(page, copying);
  expect(isKept || chosen.phone.isFull, 'the copy is kept').toBe(true);
  intend(run, { ...placed, phone: chosen.phone, notes: found.worklog.notes, photos: 0, isKept });
}

/** In the list of what waits, or by withdrawing what the server has. */
async function discard(page: Page, chosen: Intended, { partsUrl, worker }: Run): Promise<void> {
  const waiting = await entryOf(page, chosen.id);
  // Discarding what may have been sent needs room.
  if (waiting && chosen.phone.isFull) return;
  if (waiting) {
    const button = page.locator(`[data-unsent="${chosen.id}"]`).getByRole('button', { name: /^Discard/ });
    const isPressed = await button.click({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (!isPressed) return;
    await expect.poll(async () => (await entryOf(page, chosen.id))?.revision).not.toBe(waiting.revision);
    // It may have been sent in the same moment.
    if (chosen.phone.proxy.state.connection === 'through') chosen.alsoRight.push(chosen.notes);
    chosen.notes = chosen.before;
    return;
  }
  const found = await worker.server.find(chosen.id);
  if (!found) return;
  const isKept = await acts.withdraw(page, { partsUrl, known: found });
  expect(isKept || chosen.phone.isFull, 'the withdrawal is kept').toBe(true);
  if (isKept) want(chosen, null);
}

function want(chosen: Intended, notes: string | null): void {
  chosen.notes = notes;
  chosen.alsoRight = [];
}

/** Somebody else signs in on this phone for a moment, and logs something. */
async function signInOther(phone: devices.Phone, tab: number, run: Run): Promise<void> {
  await devices.takeSession(phone, run.other);
  await devices.reloadTab(phone, tab);
  const page = await devices.openTab(phone, tab);
  if (!page) return;
  await expect(page.getByRole('heading', { level: 1, name: 'Worklogs' })).toBeVisible();
  expect(await page.getByText(/^(own|elsewhere|conflict)-\d/).count(), 'nothing of the worker is shown').toBe(0);
  expect(await timers.countShown(page), 'nor is their timer').toBe(0);
  run.count += 1;
  const id = v7();
  const notes = `other-${run.count}`;
  const request = submissionOf({ id, day: run.day, minute: run.count * 2 }, notes, run);
  const creating = { partsUrl: run.partsUrl, request, task: run.task, isSentFirst: false, photo: null };
  expect(await acts.create(page, creating)).toBe('kept');
  run.ofOther.push({ phone, id, notes });
  await devices.takeSession(phone, run.worker);
  for (const index of [0, 1]) if (phone.tabs[index]) await devices.reloadTab(phone, index);
}

/** With a connection everything is sent, or refused and kept. */
async function settle(phone: devices.Phone, run: Run): Promise<void> {
  await devices.connect(phone, 'through');
  const persons = run.ofOther.some((one) => one.phone === phone) ? [run.other, run.worker] : [run.worker];
  for (const person of persons) {
    for (const index of [0, 1]) await devices.killTab(phone, index);
    await devices.takeSession(phone, person);
    const page = await devices.openTab(phone, 0);
    if (!page) throw new Error('The phone has a connection.');
    // What was refused can only be noted where there is room.
    await devices.fillStorage(phone, false);
    await acts.announceConnection(page);
    const open = async () =>
      (await devices.storedEntries(page)).filter(
        ({ personId, refusedCode }) => personId === person.personId && refusedCode === null,
      );
    await expect.poll(open, { message: 'everything is sent or refused', timeout: 60_000 }).toEqual([]);
  }
}
