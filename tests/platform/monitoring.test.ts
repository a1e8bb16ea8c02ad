// The port of the metrics on a running server, and the files of deploy/monitoring/ against what it really gives: Debian's promtool
// checks the alerts and their tests, and every name in the alerts and on the dashboard must be one that the server gives.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { variables } from '#server/config/config.ts';
import { findPromtool } from '../../scripts/programs.js';
import { freePort } from '../support/free-port.ts';
import { registerOn, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = join(import.meta.dirname, '../../deploy/monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

let dataDir: string;
let port: number;
let server: ServerProcess;
let metrics: string;

beforeAll(async () => {
  dataDir = testFolder('monitoring');
  port = await freePort();
  server = await startServerProcess({ DATA_DIR: dataDir, METRICS_PORT: String(port), METRICS_HOST: '0.0.0.0' });
  await registerOn(server);
  metrics = (await get('/metrics')).body;
});
afterAll(async () => {
  server.program.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

type Options = { host?: string; localAddress?: string; method?: string; headers?: Record<string, string> };

const get = (path: string, { host = '127.0.0.1', method = 'GET', ...rest }: Options = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ host, port, path, method, ...rest }, (reply) => {
      text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });

const promtool = (args: readonly string[], input = '') =>
  execFileSync(findPromtool(), args, { cwd: folder, input, encoding: 'utf8', stdio: 'pipe' });

describe('the port of the metrics', () => {
  test('answers in the format of Prometheus, and names what was requested', () => {
    expect(metrics).toMatch(/^daybook_request_duration_seconds_count\{.*endpoint="signUp".*\} 1$/m);
    expect(metrics).toMatch(/^daybook_database_up\{process="server"\} 1$/m);
    expect(metrics).toMatch(/^daybook_last_backup_timestamp_seconds\{process="server"\} 0$/m);
    expect(promtool(['check', 'metrics'], ownFigures(metrics))).toBe('');
  });

  test('has no other path and method, and refuses pages of other sites', async () => {
    const statuses = [
      await get('/metrics', { method: 'POST' }),
      await get('/'),
      await get('/metrics', { headers: { 'sec-fetch-site': 'cross-site' } }),
      await get('/metrics', { headers: { 'sec-fetch-site': 'none' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([405, 404, 403, 200]);
  });

  test('shows lines of the log to this machine only', async () => {
    expect(JSON.parse((await get('/status')).body)).toMatchObject({ recentErrors: [] });
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
    // A machine without a network has nobody outside of it.
    if (outside === undefined) return;
    // As METRICS_HOST, from this machine.
    expect((await get('/status', { host: outside })).status).toBe(200);
    // As from another machine: neither the loopback address nor the one that the request was sent to.
    expect((await get('/status', { localAddress: outside })).status).toBe(403);
    expect((await get('/metrics', { localAddress: outside })).status).toBe(200);
  });
});

describe('deploy/monitoring', () => {
  test('promtool accepts the configuration and the alerts, and each alert fires on its series', () => {
    promtool(['check', 'config', 'prometheus.yml']);
    promtool(['test', 'rules', 'alerts.test.yml']);
    const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const tested = [...read('alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(tested)].sort()).toEqual(alerts.toSorted());
  });

  test('each expression of the dashboard is valid', () => {
    const rules = expressionsOfDashboard().map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(dataDir, 'panels.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(promtool(['check', 'rules', file])).toContain(`${rules.length} rules found`);
  });

  test('each figure of the alerts, the dashboard and the documentation is one that the server gives', () => {
    const given = new Set(
      [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const page = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
    const texts = [read('alerts.yml'), read('alerts.test.yml'), expressionsOfDashboard().join('\n'), page];
    const named = texts.flatMap((one) => one.match(/\b(daybook|nodejs|process)_\w+(?=[{[ )|`}/]|$)/gm) ?? []);
    expect(named.length).toBeGreaterThan(50);
    expect([...new Set(named)].filter((name) => !given.has(name) && !/^daybook_(app|owner)$/.test(name))).toEqual([]);
    const ours = [...given].filter((name) => /^daybook_.*(?<!_bucket|_count|_sum)$/.test(name));
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('npm run status', () => {
  const status = () => {
    const own = new Set<string>(Object.keys(variables));
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.has(name)));
    const addresses = { PORT: new URL(server.address).port, METRICS_PORT: String(port), METRICS_HOST: '0.0.0.0' };
    const {
      stdout,
      stderr,
      status: code,
    } = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/status/main.ts')], {
      env: { ...inherited, ...addresses, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    return { code, text: stdout + stderr };
  };

  test('shows the server, its processes, the database, the queue and the disk', () => {
    const { code, text: shown } = status();
    expect(shown.split('\n').map((line) => line.trim())).toEqual([
      expect.stringMatching(/^server +ready at http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^processes +server \d+ MB$/),
      expect.stringMatching(/^live streams +0$/),
      expect.stringMatching(/^database +PostgreSQL \d+\.\d+.*, \d+ MB, \/.*$/),
      expect.stringMatching(/^migrations +\d{2,} applied, the latest \d{4}-.*\.sql$/),
      expect.stringMatching(/^queue +\d+ due.*, \d+ running, \d+ for later, 0 given up$/),
      expect.stringMatching(/^waiting +0 notices, 0 changes for the sums$/),
      expect.stringMatching(/^disk +\S+ [GT]B of \S+ [GT]B free$/),
      expect.stringMatching(/^backup +none yet$/),
      expect.stringMatching(/^errors +none since the start$/),
      '',
    ]);
    expect(code).toBe(0);
  });

  test('shows that everything is stopped', async () => {
    server.program.kill('SIGTERM');
    await server.ended;
    const { code, text: shown } = status();
    expect(shown).toMatch(/^server +stopped: nothing answers at /m);
    expect(shown).toMatch(/^database +stopped: it runs while Daybook runs \(/m);
    expect(shown).toMatch(/^disk +\S+ [GT]B of /m);
    expect(code).toBe(1);
  });
});

/** What prom-client itself adds has names that promtool would have chosen differently. */
const ownFigures = (all: string): string =>
  `${all
    .split('\n')
    .filter((line) => line.includes('daybook_'))
    .join('\n')}\n`;

const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) });

const expressionsOfDashboard = () =>
  dashboard
    .parse(JSON.parse(read('dashboard.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')));
