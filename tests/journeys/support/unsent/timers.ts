// The timer of the worker in a run: what they do with it in the bar of a page, what they then want to have, and what the server has in
// the end. There is one in a run, because its time is now, on every phone and on the server; that of an earlier run is withdrawn.
import { errors, expect, type Locator, type Page } from '@playwright/test';
import { type Phone, storedEntries } from './device.ts';
import type { Run, TimedWork, TimerAct, TimerOutcome } from './intended.ts';

const halfHourMs = 1_800_000;

/** Longer than a request is repeated whose responses are lost. */
const patienceMs = 40_000;

const bar = (page: Page) => page.getByRole('banner');
const starting = (page: Page) => bar(page).getByRole('button', { name: 'Start a timer' });
const stopping = (page: Page) => bar(page).getByRole('button', { name: 'Stop', exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Timer' });

export const countShown = (page: Page): Promise<number> => stopping(page).count();

/** Returns whether it was possible: not where the page shows no timer, or one already. */
export async function act(what: TimerAct, phone: Phone, page: Page, run: Run): Promise<boolean> {
  const { timed } = run;
  // Neither is shown by a page that has lost its connection before it had the timer.
  if (!(await isShown(starting(page).or(stopping(page)).first(), phone))) return false;
  if (what === 'start') return !timed && (await start(phone, page, run));
  if (!timed || !(await stopping(page).isVisible())) return false;
  timed.isContested ||= timed.phone !== phone;
  timed.phone = phone;
  if (what === 'change') return change(page, timed, run);
  return (what === 'stop' ? stop : discard)(page, timed);
}

/** Long enough for a slow machine; without a connection, what is not there soon does not come. */
const isShown = (part: Locator, { proxy }: Phone): Promise<boolean> =>
  isThere(part, proxy.state.connection === 'cut' ? 5_000 : 20_000);

const isThere = (part: Locator, timeout: number): Promise<boolean> =>
  part.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

async function start(phone: Phone, page: Page, run: Run): Promise<boolean> {
  if (!(await starting(page).isVisible())) return false;
  await starting(page).click();
  const task = page.getByRole('menuitem', { name: /Masonry/ });
  // Without a connection the tasks are listed if they were before.
  if (!(await isShown(task, phone))) {
    await page.keyboard.press('Escape');
    return false;
  }
  const startedMs = Date.now();
  await task.click();
  await expect(stopping(page), 'started or kept').toBeVisible({ timeout: patienceMs });
  // Meanwhile the page may show the timer that the server has reported.
  if (phone.proxy.state.connection !== 'through')
    await expect(bar(page).getByRole('img', { name: 'Waiting to be sent' })).toBeVisible({ timeout: patienceMs });
  let id: string | undefined;
  await expect
    .poll(async () => {
      const kept = (await storedEntries(page)).find(({ intent }) => intent === 'start');
      id = kept?.worklogId ?? (await run.worker.server.timer())?.id;
      return id;
    })
    .toBeDefined();
  run.timed = {
    id: id ?? '',
    phone,
    wanted: 'timer',
    alsoRight: [],
    notes: '',
    alsoNotes: [],
    startedMs,
    isMoved: false,
    endedMs: 0,
    isContested: false,
    mayBeGone: false,
  };
  return true;
}

/** Its notes; and that it was begun half an hour ago, as somebody who forgot to start it. */
async function change(page: Page, timed: TimedWork, run: Run): Promise<boolean> {
  const panel = panelOf(page);
  const notes = `timer-${++run.count}`;
  const startedMs = Date.now() - halfHourMs;
  if (!(await openPanel(page))) return false;
  const isPressed = await isStillShown(async () => {
    if (!timed.isMoved) await panel.getByLabel('Started at').fill(clock(startedMs), brief);
    await panel.getByLabel('Notes').fill(notes, brief);
    await panel.getByRole('button', { name: 'Save' }).click(brief);
  });
  if (!isPressed) return false;
  await expect.poll(() => isSettled(page), { timeout: patienceMs }).toBe(true);
  const isSaved = !(await panel.isVisible());
  if (isSaved) {
    Object.assign(timed, {
      notes,
      alsoNotes: [],
      startedMs: timed.isMoved ? timed.startedMs : startedMs,
      isMoved: true,
    });
    return true;
  }
  // It may have been executed: then the timer is not the one that this page knows.
  timed.isContested ||= timed.phone.proxy.state.connection === 'lose';
  timed.alsoNotes.push(notes);
  await page.keyboard.press('Escape');
  return false;
}

const isSettled = async (page: Page): Promise<boolean> =>
  !(await panelOf(page).isVisible()) || (await panelOf(page).getByRole('alert').isVisible());

const brief = { timeout: 10_000 };

/** False where the timer was ended elsewhere, and the page has removed meanwhile what is used here. */
const isStillShown = (use: () => Promise<void>): Promise<boolean> =>
  use().then(
    () => true,
    (error) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );

async function openPanel(page: Page): Promise<boolean> {
  const button = bar(page).getByRole('button', { name: /Timer running: change it$/ });
  return (await isStillShown(() => button.click(brief))) && isThere(panelOf(page), 5_000);
}

async function stop(page: Page, timed: TimedWork): Promise<boolean> {
  const endedMs = Date.now();
  if (!(await isStillShown(() => stopping(page).click(brief)))) return false;
  if (!(await isEnded(page))) return false;
  Object.assign(timed, { wanted: timed.isMoved ? 'worklog' : 'nothing', alsoRight: [], endedMs });
  timed.mayBeGone ||= !timed.isMoved;
  return true;
}

async function discard(page: Page, timed: TimedWork): Promise<boolean> {
  if (!(await openPanel(page))) return false;
  const button = panelOf(page).getByRole('button', { name: 'Discard' });
  if (!(await isStillShown(() => button.click(brief)))) return false;
  timed.mayBeGone = true;
  const isDone = await isEnded(page);
  if (isDone) Object.assign(timed, { wanted: 'nothing', alsoRight: [] });
  else timed.alsoRight.push('nothing');
  if (await panelOf(page).isVisible()) await page.keyboard.press('Escape');
  return isDone;
}

/** Whether the page shows none any more; false where the server has refused, or was not reached. */
async function isEnded(page: Page): Promise<boolean> {
  const isOver = () => starting(page).isVisible();
  const isRefused = () => page.getByRole('status').or(page.getByRole('alert')).first().isVisible();
  await expect.poll(async () => (await isOver()) || (await isRefused()), { timeout: patienceMs }).toBe(true);
  // A status may also say that it is kept: then the bar shows it in the next moment.
  return isThere(starting(page), 5_000);
}

/** On the third device. */
export async function endElsewhere(how: 'stop' | 'discard', { timed, worker: { server } }: Run): Promise<void> {
  const timer = await server.timer();
  if (!timed || timer?.id !== timed.id) return;
  const isGone = how === 'stop' ? await server.stopTimer(timer) : await server.discardTimer(timer);
  if (isGone === null) return;
  timed.isContested = true;
  timed.mayBeGone ||= isGone;
}

const clock = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' });

/** Starts and ends are cut off to minutes, and the clocks of the phones are measured to half a second. */
const toleranceMs = 90_000;

export async function expectTimed({ timed, phones, worker }: Run): Promise<void> {
  const [timer, worklogs] = await Promise.all([worker.server.timer(), worker.server.recentRows()]);
  const waiting = [];
  for (const { tabs } of phones) {
    const page = tabs[0];
    const entries = page ? await storedEntries(page) : [];
    waiting.push(...entries.filter((entry) => entry.worklogId === timed?.id || entry.intent === 'start'));
  }
  const found = [...worklogs, ...(timer ? [timer] : [])];
  const about = JSON.stringify({ timed: { ...timed, phone: undefined }, timer, worklogs, waiting });
  expect(
    found.map(({ id }) => id),
    `at most one of it, and no other one: ${about}`,
  ).toEqual(found.length === 0 ? [] : [timed?.id]);
  if (!timed) return;
  const state: TimerOutcome = timer ? 'timer' : worklogs.length > 0 ? 'worklog' : 'nothing';
  if (timed.isContested) {
    const isLost = state === 'nothing' && waiting.length === 0 && !timed.mayBeGone;
    expect(isLost, `what was measured is lost: ${about}`).toBe(false);
    return;
  }
  expect(waiting, `refused without a reason: ${about}`).toEqual([]);
  expect([timed.wanted, ...timed.alsoRight], `what was intended: ${about}`).toContain(state);
  if (state === 'nothing') return;
  expect([timed.notes, ...timed.alsoNotes], `with its notes: ${about}`).toContain(found[0]?.notes);
  const startsAt = timer?.startedAt ?? worklogs[0]?.startsAt ?? '';
  expect(Math.abs(Date.parse(startsAt) - timed.startedMs), `with its start: ${about}`).toBeLessThan(toleranceMs);
  if (state !== 'worklog') return;
  const endsAt = worklogs[0]?.endsAt ?? '';
  expect(Math.abs(Date.parse(endsAt) - timed.endedMs), `with its end: ${about}`).toBeLessThan(toleranceMs);
}
