// What opens at the timer, running and stopped.
import { inTurn, press, pressed, seen, worker } from '../stage.js';
import { menu } from './selectors.js';

const atTimer = inTurn(seen('[data-timer]'), press('t'));
const measured = { taskId: 'a', taskName: 'Pengecoran pelat lantai', projectId: 'b', projectName: 'Gudang Cikarang' };
/** Begun an hour and a half ago by the server's clock. */
const withTimer = (fields) => (page) =>
  page.route(/\/timer$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { now } = await (await route.fetch()).json();
    const startedAt = new Date(Date.parse(now) - 5_025_000).toISOString();
    const timer = {
      id: 'a',
      task: { ...measured, colour: 'blue' },
      startedAt,
      stoppedAt: null,
      zone: 'Asia/Jakarta',
      notes: '',
      version: 1,
    };
    await route.fulfill({ json: { now, timer: { ...timer, ...fields(now) } } });
  });
const running = withTimer(() => ({}));
const stopped = withTimer((now) => ({ task: null, stoppedAt: now }));

export const timer = [
  { who: worker, path: '/dashboard', state: 'timer-start', opens: menu, do: atTimer },
  { who: worker, path: '/dashboard', state: 'timer', opens: '[data-timer=on]', before: running },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-open',
    opens: '[data-timer] [role=dialog] textarea',
    before: running,
    do: pressed('[data-timer] button'),
  },
  { who: worker, path: '/dashboard', state: 'timer-switch', opens: menu, before: running, do: atTimer },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-stopped',
    opens: '[data-timer] [role=dialog] textarea',
    before: stopped,
    do: pressed('[data-timer] button'),
  },
];
