// What people do all day, driven in Chromium at the pace of a person: how many keys and clicks it takes, how long the person
// needs by the keystroke-level model, and how long they wait for the product. The pace and its sources: README.md.

import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumOptions, loadNow, signInAs, withDemo } from './demo.ts';
import { logDayByKeys, logDayByTaps, stageDayBefore } from './tasks/day.ts';
import { foundFirstCompany } from './tasks/first-company.ts';
import { assignFive, decideForty, findHoursByPerson, stageAssignment, stageDecisions } from './tasks/office.ts';
import type { PersonFigures } from './tasks/person.ts';
import { findEvening, openerOf, stageCompany } from './tasks/stage.ts';

type Goal = Partial<Pick<PersonFigures, 'keys' | 'clicks' | 'seconds'>>;

export type TaskFigures = PersonFigures & {
  task: string;
  device: string;
  goal: string;
  missed: string[];
  load: number;
};

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' };
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};

export const measureTasks = (port: number): Promise<TaskFigures[]> =>
  withDemo(port, async (baseURL) => {
    const browser = await chromium.launch(chromiumOptions);
    try {
      const evening = findEvening();
      const open = openerOf(browser, { ...desktop, baseURL, timezoneId: evening.zone });
      const company = await stageCompany(open, evening);
      const found: TaskFigures[] = [];
      const measure = async (task: string, goal: Goal, figures: PersonFigures, device = 'keyboard and mouse') => {
        found.push({ task, device, ...figures, goal: wordsOf(goal), missed: missedBy(goal, figures), load: loadNow() });
      };
      const byKeys = await company.hire('Wati Kusuma', 'worker');
      const day = { company, evening };
      await stageDayBefore({ ...day, page: byKeys });
      await measure('a day of four worklogs', { keys: 100 }, await logDayByKeys({ ...day, page: byKeys }));
      const byTaps = await company.hire('Yanto Prasetyo', 'worker');
      await stageDayBefore({ ...day, page: byTaps });
      const inHand = await asPhone(await openerOf(browser, { ...phone, baseURL, timezoneId: evening.zone })(), byTaps);
      await measure(
        'a day of four worklogs',
        { seconds: 25 },
        await logDayByTaps({ ...day, page: inHand }),
        '360 px phone',
      );
      await measure('the first company, from nothing', { seconds: 60 }, await foundFirstCompany(await open()));
      const office = await open();
      await signInAs(office, baseURL, 'Sri Wahyuni');
      await measure('hours by person of a project, last month', { clicks: 3 }, await findHoursByPerson(office));
      const approver = await company.hire('Dian Approver', 'timesheet approver');
      await stageDecisions(company, evening);
      await measure('forty decisions', { seconds: 60 }, await decideForty(approver));
      const assigned = await stageAssignment(company);
      await measure('a person onto five projects', { seconds: 10 }, await assignFive(company.founder, assigned));
      return found;
    } finally {
      await browser.close();
    }
  });

/** The session of the other page, with the processor and the network of Lighthouse's phone. */
async function asPhone(page: Page, other: Page): Promise<Page> {
  await page.context().addCookies(await other.context().cookies());
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  return page;
}

const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond(1.6),
  uploadThroughput: bytesPerSecond(0.75),
};

const units = { keys: 'keys', clicks: 'clicks', seconds: 's' } as const;
const measured = ['keys', 'clicks', 'seconds'] as const;
const figuresOf = (goal: Goal) => measured.flatMap((of) => (goal[of] === undefined ? [] : [{ of, max: goal[of] }]));
const wordsOf = (goal: Goal): string =>
  figuresOf(goal)
    .map(({ of, max }) => `≤ ${max} ${units[of]}`)
    .join(', ');
const missedBy = (goal: Goal, figures: PersonFigures): string[] =>
  figuresOf(goal).flatMap(({ of, max }) => (figures[of] > max ? [of] : []));
