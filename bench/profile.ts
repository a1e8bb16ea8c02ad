// What the thread of a page does between a press and its result: CPU profiles of the presses of interactions.ts, whose positions are
// looked up in the source maps of the same build.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { loadNow, withDemo } from './demo.ts';
import { type Interaction, inPageOfEach, interactions, quantile, readyToPress } from './interactions.ts';

type Script = 'react' | 'router' | 'queries' | 'otherPackages' | 'ownCode';
type Part = Script | 'garbage' | 'browser';

/**
 * Percent of the time in which the thread was not idle. Scripts have what the browser does in their calls, such as changing the
 * document; `browser` is the rest, such as style, layout and painting before the frame.
 */
export type ProfileFigures = { interaction: string; slowdown: number; busyMs: number } & Record<Part, number> & {
    load: number;
  };

const rounds = 10;
const slowdown = 4;
const sampleMicroseconds = 400;

export const measureProfile = (port: number): Promise<ProfileFigures[]> =>
  withDemo(port, (baseURL, folder) => {
    const scriptAt = scriptsOf(buildWithSourceMaps(join(folder, 'build')));
    return inPageOfEach(baseURL, interactions, async (page, devtools, interaction) => {
      const profiles: TimeOfParts[] = [];
      for (let round = 0; round < rounds; round++)
        profiles.push(timeOfParts(await profileOf(page, devtools, interaction), scriptAt));
      return [figuresOf(interaction, profiles)];
    });
  });

async function profileOf(page: Page, devtools: CDPSession, interaction: Interaction) {
  const press = await readyToPress(page, devtools, interaction, slowdown);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.setSamplingInterval', { interval: sampleMicroseconds });
  await devtools.send('Profiler.start');
  const shownMs = await press();
  const { profile } = await devtools.send('Profiler.stop');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { ...profile, shownMs };
}

type Profile = Awaited<ReturnType<typeof profileOf>>;
type Frame = Profile['nodes'][number]['callFrame'];
type TimeOfParts = Map<Part, number>;
type ScriptAt = (frame: Frame) => Script;

/** In microseconds, from the first script after the press until the result is seen. */
function timeOfParts({ nodes, samples = [], timeDeltas = [], shownMs }: Profile, scriptAt: ScriptAt): TimeOfParts {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const partOf = (id: number | undefined): Part | null => {
    const frame = id === undefined ? undefined : frames.get(id);
    if (!frame || frame.functionName === '(idle)') return null;
    if (frame.functionName === '(garbage collector)') return 'garbage';
    if (frame.functionName === '(program)' || frame.functionName === '(root)') return 'browser';
    // A function of the browser belongs to the script that calls it.
    return frame.url.includes('/assets/') ? scriptAt(frame) : partOf(parents.get(id ?? 0));
  };
  const times: TimeOfParts = new Map();
  let sincePress = 0;
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    const duration = timeDeltas[index + 1] ?? 0;
    const hasBegun = sincePress > 0 || (part !== null && part !== 'browser' && part !== 'garbage');
    if (!hasBegun) continue;
    if (part) times.set(part, (times.get(part) ?? 0) + duration);
    sincePress += duration;
    if (sincePress > shownMs * 1_000) break;
  }
  return times;
}

/** Into the folder; the files have the names and the content of the build that the demo serves. */
function buildWithSourceMaps(folder: string): string {
  const vite = join(import.meta.dirname, '..', 'node_modules', 'vite', 'bin', 'vite.js');
  const options = ['build', '--sourcemap', 'hidden', '--outDir', folder, '--logLevel', 'error'];
  execFileSync(process.execPath, [vite, ...options], { env: { ...process.env, NODE_ENV: 'production' } });
  return folder;
}

function scriptsOf(build: string): ScriptAt {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (path: string) => {
    const file = join(build, `${path}.map`);
    // The few lines that the bundler adds have none.
    return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
  };
  return ({ url, lineNumber, columnNumber }) => {
    const { pathname } = new URL(url);
    const map = maps.has(pathname) ? maps.get(pathname) : mapOf(pathname);
    maps.set(pathname, map ?? null);
    const found = map?.findEntry(lineNumber, columnNumber);
    return found && 'originalSource' in found ? packageOf(found.originalSource) : 'otherPackages';
  };
}

function packageOf(source: string): Script {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(source) ?? [];
  if (name === undefined) return 'ownCode';
  if (['react', 'react-dom', 'scheduler'].includes(name)) return 'react';
  if (name.startsWith('@tanstack/')) return name.includes('query') ? 'queries' : 'router';
  return 'otherPackages';
}

function figuresOf({ name }: Interaction, profiles: readonly TimeOfParts[]): ProfileFigures {
  const busyOf = (times: TimeOfParts) => [...times.values()].reduce((sum, time) => sum + time, 0);
  const all = profiles.reduce((sum, times) => sum + busyOf(times), 0);
  const shareOf = (part: Part) =>
    Math.round((100 * profiles.reduce((sum, times) => sum + (times.get(part) ?? 0), 0)) / all);
  return {
    interaction: name,
    slowdown,
    busyMs: quantile(
      profiles.map((times) => busyOf(times) / 1_000),
      0.5,
    ),
    react: shareOf('react'),
    router: shareOf('router'),
    queries: shareOf('queries'),
    otherPackages: shareOf('otherPackages'),
    ownCode: shareOf('ownCode'),
    garbage: shareOf('garbage'),
    browser: shareOf('browser'),
    load: loadNow(),
  };
}
