// Checks ports before anything is started: otherwise a second start in the same folder would first wait for the database.
// A previous process that is just stopping gets a moment to release the port.

import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, StartRefusal } from '../start-refusal.ts';

const portWaitMs = 2_000;

type Address = { port: number; host: string };

/** The names of the variables are for the sentences. */
export async function claimPort({ port, host }: Address, portName: string, hostName: string): Promise<void> {
  for (const deadline = performance.now() + portWaitMs; ; await sleep(100)) {
    const error = await tryPort(port, host);
    if (error === null) return;
    const isTaken = hasCode(error, 'EADDRINUSE');
    if (isTaken && performance.now() < deadline) continue;
    if (isTaken)
      throw new StartRefusal(
        `Port ${port} is taken by another program. Stop that one, or choose another port: ${portName}=${port + 1} npm start`,
      );
    if (hasCode(error, 'EACCES'))
      throw new StartRefusal(`${portName} ${port} may not be used by this user: choose one above 1023.`);
    if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'))
      throw new StartRefusal(`${hostName} ${host} is not an address of this machine.`);
    throw error;
  }
}

function tryPort(port: number, host: string): Promise<Error | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', resolve).listen(port, host, () => probe.close(() => resolve(null)));
  });
}
