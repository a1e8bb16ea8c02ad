// Time from the command to "ready": the first `npm start` of a bare clone, and the second.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type StartFigures = { firstStartSeconds: number; secondStartSeconds: number[] };

const root = join(import.meta.dirname, '..');

export async function measureStarts(port: number): Promise<StartFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const clone = join(folder, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const firstStartSeconds = await secondsToReady(clone, port);
    const secondStartSeconds: number[] = [];
    for (let round = 0; round < 3; round++) secondStartSeconds.push(await secondsToReady(clone, port));
    return { firstStartSeconds, secondStartSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `npm start` until it prints that it is ready, then stops it with SIGTERM and waits for its end. */
async function secondsToReady(cwd: string, port: number): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(cwd, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const seconds = await new Promise<number>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('is ready at')) resolve((performance.now() - began) / 1000);
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${printed.slice(-2_000)}`)));
  });
  // Long enough for the work that only the first start does.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  child.kill('SIGTERM');
  await ended;
  return Number(seconds.toFixed(2));
}
