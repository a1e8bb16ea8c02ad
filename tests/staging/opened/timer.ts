// What opens at the running and the stopped timer.
import { type Act, demoWorker, fetchResponse, inSequence, press, pressed, type Screen, seen } from '../stage.ts';
import { menu } from './selectors.ts';

const atTimer = inSequence(seen('[data-timer]'), press('t'));
const measured = {
  taskId: 'a',
  taskName: 'Pengecoran pelat lantai',
  projectId: 'b',
  projectName: 'Gudang Cikarang',
  clientName: null,
};
/** Started an hour and a half ago by the server's clock. */
const withTimer =
  (fields: (now: string) => object): Act =>
  (page) =>
    page.route(/\/timer$/, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const { now } = await (await fetchResponse(route)).json();
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

export const openedTimer: readonly Screen[] = [
  { who: demoWorker, path: '/dashboard', state: 'timer-start', opens: menu, do: atTimer },
  { who: demoWorker, path: '/dashboard', state: 'timer', opens: '[data-timer=on]', before: running },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'timer-open',
    opens: '[data-timer] :is([role=dialog], dialog[open]) textarea',
    before: running,
    do: pressed('[data-timer] button'),
  },
  { who: demoWorker, path: '/dashboard', state: 'timer-switch', opens: menu, before: running, do: atTimer },
  {
    who: demoWorker,
    path: '/dashboard',
    state: 'timer-stopped',
    opens: '[data-timer] :is([role=dialog], dialog[open]) textarea',
    before: stopped,
    do: pressed('[data-timer] button'),
  },
];
