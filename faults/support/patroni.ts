// Three PostgreSQL servers under Patroni, and HAProxy in front of them, which leads to the primary. Both others replicate synchronously:
// a commit is acknowledged when they have stored it, so either may take over. Patroni 3, as Debian 12 has it, cannot elect a primary
// among a quorum (`synchronous_mode: quorum` came with Patroni 4). A standby that is lost is no longer waited for once Patroni
// notices; `synchronous_mode_strict` refuses commits rather than acknowledge them with no standby at all.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isAlive, serversInside } from '#server/db/cluster/process-table.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { findSystemBinaries } from '../../scripts/programs.js';

/** A new primary begins a new timeline. */
export type Primary = { name: string; timeline: number };

type Node = { name: string; directory: string; apiPort: number; port: number };

export type Cluster = {
  /** Of the proxy. */
  port: number;
  /** The primary after the killed one, when both other servers replicate from it synchronously again. */
  primaryAfter(earlier: Primary | null): Promise<Primary>;
  /** Kills every process of that PostgreSQL. */
  kill(name: string): void;
  stop(): Promise<void>;
};

const names = ['one', 'two', 'three'];
const patience = { timeout: 120_000, interval: 200 };
/** Seconds. The primary is replaced as soon as Patroni finds it dead, without an attempt to restart it. */
const times = { ttl: 20, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0, master_start_timeout: 0 };

export async function startPatroni(folder: string): Promise<Cluster> {
  const account = postgresAccount();
  chmodSync(folder, 0o755);
  const running: ChildProcess[] = [];
  const run = (command: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${running.length}.log`), 'w');
    running.push(
      spawn(command, args, {
        ...account,
        cwd: '/',
        stdio: ['ignore', log, log],
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
      }),
    );
  };
  for (const name of [...names, 'etcd']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), account.uid, account.gid);
  }
  const etcd = await startEtcd(folder, run);
  const nodes: Node[] = [];
  for (const name of names)
    nodes.push({ name, directory: join(folder, name, 'data'), apiPort: await freePort(), port: await freePort() });
  for (const node of nodes) {
    const file = join(folder, `${node.name}.json`);
    writeFileSync(file, JSON.stringify(settingsOf(node, etcd)));
    run('/usr/bin/patroni', [file]);
  }
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, proxySettings(port, nodes));
  run('/usr/sbin/haproxy', ['-db', '-f', file]);
  return {
    port,
    primaryAfter: async (earlier) => {
      const isNext = ({ timeline }: Primary) => timeline > (earlier?.timeline ?? 0);
      const next = await waitUntil(
        () => leaderOf(nodes).then((leader) => leader && isNext(leader) && leader),
        patience,
      );
      await waitUntil(() => isWhole(nodes), patience);
      return next;
    },
    kill: (name) => {
      for (const pid of serversInside(join(folder, name, 'data'))) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      for (const program of running.toReversed()) {
        const ended = program.exitCode === null && program.signalCode === null ? once(program, 'exit') : null;
        program.kill('SIGTERM');
        await ended;
      }
    },
  };
}

async function startEtcd(folder: string, run: (command: string, args: string[]) => void): Promise<number> {
  const [clients, peers] = [await freePort(), await freePort()];
  const directory = join(folder, 'etcd');
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const options = {
    'data-dir': directory,
    'listen-client-urls': url(clients),
    'advertise-client-urls': url(clients),
    'listen-peer-urls': url(peers),
    'initial-advertise-peer-urls': url(peers),
    'initial-cluster': `default=${url(peers)}`,
  };
  run(
    '/usr/bin/etcd',
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  );
  await waitUntil(async () => (await fetch(`${url(clients)}/health`).catch(() => null))?.ok, { timeout: 20_000 });
  return clients;
}

/** JSON is YAML. */
const settingsOf = ({ name, directory, apiPort, port }: Node, etcd: number) => ({
  scope: 'daybook',
  name,
  restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ...times,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      synchronous_node_count: names.length - 1,
      postgresql: {
        // A killed primary that cannot follow the next one, because of the end of its own write-ahead log, copies it again.
        use_pg_rewind: false,
        remove_data_directory_on_diverged_timelines: true,
        parameters: { max_connections: 150, shared_buffers: '64MB', synchronous_commit: 'on', wal_keep_size: '256MB' },
      },
    },
    initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: directory,
    bin_dir: findSystemBinaries(),
    // Otherwise a copy waits minutes for a checkpoint.
    basebackup: { checkpoint: 'fast' },
    pgpass: join(dirname(directory), 'passwords'),
    authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
    parameters: { unix_socket_directories: dirname(directory) },
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
});

const proxySettings = (port: number, nodes: readonly Node[]) => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`).join('\n')}
`;

const clusterState = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
});
type Members = z.output<typeof clusterState>;

async function membersOf(nodes: readonly Node[]): Promise<Members['members']> {
  const found = await fetch(`http://127.0.0.1:${nodes[0]?.apiPort}/cluster`).catch(() => null);
  if (!found?.ok) return [];
  return clusterState.parse(await found.json()).members;
}

async function leaderOf(nodes: readonly Node[]): Promise<Primary | undefined> {
  const leader = (await membersOf(nodes)).find(({ role, state }) => role === 'leader' && state === 'running');
  return leader?.timeline === undefined ? undefined : { name: leader.name, timeline: leader.timeline };
}

async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const members = await membersOf(nodes);
  const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming');
  return isRunning && members.filter(({ role }) => role === 'sync_standby').length === nodes.length - 1;
}

function postgresAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
