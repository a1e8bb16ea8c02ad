// The control socket of a running supervisor (server/process/control.ts). Plain JavaScript for Node 20.
import { request } from 'node:http';
import { join } from 'node:path';

/** Lets the release in a folder take over. Resolves to what the supervisor answers; to undefined if none is running. */
export function askSupervisor(dataDir, directory) {
  return new Promise((resolve) => {
    request(
      { socketPath: join(dataDir, 'control.sock'), method: 'POST', path: '/release', agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      },
    )
      .once('error', () => resolve(undefined))
      .end(JSON.stringify({ directory }));
  });
}
