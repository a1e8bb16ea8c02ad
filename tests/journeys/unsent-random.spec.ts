// Random runs of what happens to work that is logged without a connection: connections and responses that are lost, killed pages and
// browsers, two tabs, two phones with wrong clocks, somebody else on the same phone. `UNSENT_RUNS=500 npx playwright test unsent-random.spec`
// makes more of them, in three lists; a failure prints `seed` and `path`, and with these as UNSENT_SEED and UNSENT_PATH it is repeated
// and shrunk.
import { expect, request as requests } from '@playwright/test';
import fc from 'fast-check';
import { type ApiOutput, parseOutput } from '#client/api.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { hirePerson, site } from './support/staging.ts';
import { certainLists, commandLists, listWithTimer } from './support/unsent/commands.ts';
import { endDevice, type Phone, startDevice, unsentPartsUrl } from './support/unsent/device.ts';
import { runCommands } from './support/unsent/run.ts';
import { directServer } from './support/unsent/server.ts';

const { UNSENT_RUNS, UNSENT_SEED, UNSENT_PATH } = process.env;
/** As many lists as the configuration has workers: a run mostly waits. */
const lists = UNSENT_RUNS === undefined ? 1 : 3;
const runs = Math.ceil(Number(UNSENT_RUNS ?? 4) / lists);
const firstSeed = UNSENT_SEED === undefined ? 20_261_126 : Number(UNSENT_SEED);
const replayed = UNSENT_PATH === undefined ? { endOnFailure: true } : { path: UNSENT_PATH };

test.describe.configure({ timeout: 120_000 + runs * 60_000 });

const hour = 3_600_000;

for (let list = 0; list < lists; list += 1)
  test(`what waits on two phones is stored once and exactly as intended, whatever happens to them${nameOf(list)}`, async ({
    baseURL,
    newcomer,
  }) => {
    const { founder, worker, workerId, companyId } = await site(newcomer, 'Random Runs', 4);
    const colleague = await newcomer('Cahya Colleague');
    const otherId = await hirePerson(founder, companyId, colleague, 'worker');
    const response = await worker.page.request.get(`/api/v1/companies/${companyId}/loggable-tasks`);
    const [task] = parseOutput<ApiOutput<'GET /companies/{companyId}/loggable-tasks'>>(await response.text()).found;
    if (!task) throw new Error('There is a task.');
    const phones = [await startDevice(-3 * hour), await startDevice(26 * hour)] as const;
    const setting = {
      phones,
      worker: await personOf(worker, workerId, baseURL ?? '', companyId),
      other: await personOf(colleague, otherId, baseURL ?? '', companyId),
      task,
      companyId,
      partsUrl: unsentPartsUrl(),
    };
    let count = 0;
    const property = fc.asyncProperty(commandLists, async (commands) => {
      count += 1;
      const [day, copyDay] = [dayOf(2024, count), dayOf(2022, count)];
      const { timed, impossible } = await runCommands(commands, { ...setting, day, copyDay });
      const done = { impossible, wanted: timed?.wanted };
      if (commands === listWithTimer) expect(done).toEqual({ impossible: [], wanted: 'worklog' });
      const [lost, kills] = [sumOf(phones, ({ proxy }) => proxy.state.lost), sumOf(phones, (phone) => phone.kills)];
      if (UNSENT_RUNS !== undefined)
        console.log(`List ${list + 1}, run ${count}: responses lost: ${lost}, browsers killed: ${kills}.`);
    });
    try {
      await fc.assert(property, { seed: firstSeed + list, numRuns: runs, examples: certainLists, ...replayed });
    } finally {
      for (const phone of phones) await endDevice(phone);
    }
  });

const dayOf = (year: number, count: number): string => new Date(Date.UTC(year, 0, count)).toISOString().slice(0, 10);

function nameOf(list: number): string {
  return lists === 1 ? '' : ` (list ${list + 1})`;
}

const sumOf = (phones: readonly Phone[], number: (phone: Phone) => number): number =>
  phones.reduce((sum, phone) => sum + number(phone), 0);

async function personOf({ context }: BrowserUser, personId: string, baseURL: string, companyId: string) {
  const direct = await requests.newContext({ baseURL, storageState: await context.storageState() });
  return { personId, cookies: await context.cookies(), server: directServer(direct, companyId) };
}
