// Random runs of what happens to work that is logged without a connection: connections and responses that are lost, killed pages, two
// tabs, two phones with wrong clocks, somebody else on the same phone. `OUTBOX_RUNS=500 npx playwright test outbox.spec` makes more of
// them; a failure prints `seed` and `path`, and with these as OUTBOX_SEED and OUTBOX_PATH it is repeated and shrunk.
import { expect, request as requests } from '@playwright/test';
import fc from 'fast-check';
import { type ApiOutput, parseOutput } from '#client/api.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { certainLists, commandLists, listWithTimer } from './support/outbox/commands.ts';
import { startDevice, unsentPartsUrl } from './support/outbox/device.ts';
import { runCommands } from './support/outbox/run.ts';
import { directServer } from './support/outbox/server.ts';
import { hirePerson, site } from './support/staging.ts';

const { OUTBOX_RUNS, OUTBOX_SEED, OUTBOX_PATH } = process.env;
const runs = Number(OUTBOX_RUNS ?? 4);

test.describe.configure({ timeout: 120_000 + runs * 60_000 });

const hour = 3_600_000;

test('what waits on two phones is stored once and exactly as intended, whatever happens to them', async ({
  browser,
  baseURL: given,
  newcomer,
}) => {
  const baseURL = given ?? '';
  const { founder, worker, workerId, companyId } = await site(newcomer, 'Random Runs', 4);
  const colleague = await newcomer('Cahya Colleague');
  const otherId = await hirePerson(founder, companyId, colleague, 'worker');
  const response = await worker.page.request.get(`/api/v1/companies/${companyId}/loggable-tasks`);
  const [task] = parseOutput<ApiOutput<'GET /companies/{companyId}/loggable-tasks'>>(await response.text()).found;
  if (!task) throw new Error('There is a task.');
  const setting = {
    phones: [await startDevice(browser, baseURL, -3 * hour), await startDevice(browser, baseURL, 26 * hour)] as const,
    worker: await personOf(worker, workerId, baseURL, companyId),
    other: await personOf(colleague, otherId, baseURL, companyId),
    ...{ task, companyId, partsUrl: unsentPartsUrl() },
  };
  let count = 0;
  const property = fc.asyncProperty(commandLists, async (commands) => {
    count += 1;
    const day = new Date(Date.UTC(2024, 0, count)).toISOString().slice(0, 10);
    const { timed, impossible } = await runCommands(commands, { ...setting, day });
    const done = { impossible, wanted: timed?.wanted };
    if (commands === listWithTimer) expect(done).toEqual({ impossible: [], wanted: 'worklog' });
    const lost = setting.phones.reduce((sum, { proxy }) => sum + proxy.state.lost, 0);
    if (OUTBOX_RUNS !== undefined) console.log(`Run ${count}: ${commands.length} commands; responses lost: ${lost}.`);
  });
  const seed = OUTBOX_SEED === undefined ? 20_261_126 : Number(OUTBOX_SEED);
  const replayed = OUTBOX_PATH === undefined ? { endOnFailure: true } : { path: OUTBOX_PATH };
  try {
    await fc.assert(property, { seed, numRuns: runs, examples: certainLists, ...replayed });
  } finally {
    for (const { context, proxy } of setting.phones) {
      await context.close();
      proxy.close();
    }
  }
});

async function personOf({ context }: BrowserUser, personId: string, baseURL: string, companyId: string) {
  const direct = await requests.newContext({ baseURL, storageState: await context.storageState() });
  return { personId, cookies: await context.cookies(), server: directServer(direct, companyId) };
}
