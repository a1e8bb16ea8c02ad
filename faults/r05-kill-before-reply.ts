// R05: the server is killed after a commit, before the response. The client repeats the request with its idempotency key.

import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { type Fault, missedOf, type Trial } from './fault.ts';
import { type Installation, withSeparateDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';

const hook = join(import.meta.dirname, 'support/kill-before-reply.ts');
const killedShare = 0.02;

export const killBeforeReply: Fault = {
  id: 'R05',
  danger: 'the server is killed between a commit and its response, at least 30 times',
  target: 'nothing lost, nothing twice, no conflict with oneself',
  needs: [],
  trials: 3,
  run: ({ random, isQuick }: Trial) =>
    withSeparateDatabase({}, async ({ connect, serve }) => {
      const kills = isQuick ? 2 : 30;
      const port = await freePort();
      const restarting = restart({ serve }, port, kills);
      await restarting.started;
      const load = await startLoad(await connect(), `http://127.0.0.1:${port}`, { lanes: 4, random });
      await restarting.ended;
      const figures = await load.stop();
      return loadOutcome(figures, await compare(await connect(), figures), {
        figures: { kills, replayed: figures.replayed },
        missed: missedOf({ 'every kill came after a commit': figures.replayed >= kills }),
      });
    }),
};

/** Starts it again whenever it was killed; after that many times it runs without the hook. */
function restart({ serve }: Pick<Installation, 'serve'>, port: number, kills: number) {
  const options = ['--import', hook];
  const environment = { KILLED_SHARE: String(killedShare) };
  let started = () => {};
  const running = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await serve(environment, { port, options });
      started();
      await server.ended;
    }
    await serve({}, { port });
  };
  return { started: new Promise<void>((resolve) => (started = resolve)), ended: running() };
}
