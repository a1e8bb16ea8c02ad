// Processor time and memory of a process, from the operating system.

import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time of a process so far, in seconds. */
export const cpuSecondsOf = (pid: number): number => ticksOf(pid, [utime, stime]);

/** The same including child processes, also ended ones, because PostgreSQL's connections are child processes. */
export const cpuSecondsOfFamily = (pid: number): number =>
  ticksOf(pid, [utime, stime, childrenUtime, childrenStime]) +
  childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), 0);

/** Memory in MiB; shared memory is divided among its processes (PSS). */
export function proportionalMemoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

const pageBytes = 4_096;

/** Memory in MiB, including all shared memory (RSS); quick enough to be read repeatedly. */
export const residentMemoryOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1_048_576;

// Fields are counted after the name, which may contain spaces (proc(5)).
const parent = 1;
const utime = 11;
const stime = 12;
const childrenUtime = 13;
const childrenStime = 14;

function ticksOf(pid: number, places: readonly number[]): number {
  const fields = statOf(pid);
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / ticksPerSecond;
}

/** The processes that it started and that still run. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && Number(statOf(child)[parent]) === pid);

/** Empty for a process that has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
