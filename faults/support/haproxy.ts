// HAProxy in front of several servers, as docs/operating.md describes: a server that is not ready gets no new requests, and a
// request whose connection was closed before a response is repeated on another one.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { temporaryFolder } from './installation.ts';

const configuration = (port: number, servers: readonly string[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend people
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /ready
  default-server check inter 200ms fall 2 rise 1
${servers.map((address, index) => `  server server${index} ${new URL(address).host}`).join('\n')}
`;

export async function startProxy(servers: readonly string[]): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, configuration(port, servers));
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  const address = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${address}/ready`).catch(() => null))?.status === 200, { timeout: 10_000 });
  return {
    address,
    stop: async () => {
      haproxy.kill('SIGTERM');
      await once(haproxy, 'exit');
    },
  };
}
