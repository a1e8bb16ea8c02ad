// A process that reads a file of a user, with limits, so that this one keeps serving whatever the file contains.
// A thread is not sufficient: V8 ends the whole process if one array of a thread exceeds the thread's memory limit.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lowerProcessPriority } from './low-priority.ts';

type Limits = {
  /** Of V8's heap. */
  memoryMb: number;
  /** Processor time, so that a valid file is not refused on a busy machine. */
  cpuSeconds: number;
  /** For a process that hangs without using the processor, or where processor time cannot be limited. */
  durationMs: number;
};

/** Its environment has no secret of the server. Ends by a signal at its limits. */
export function startLimitedProcess(
  program: URL,
  parameters: readonly string[],
  { memoryMb, cpuSeconds, durationMs }: Limits,
  options: Pick<SpawnOptions, 'stdio' | 'serialization'>,
): ChildProcess {
  const all: SpawnOptions = { ...options, env: compileCache(), timeout: durationMs, killSignal: 'SIGKILL' };
  const args = [`--max-old-space-size=${memoryMb}`, fileURLToPath(program), ...parameters];
  if (process.platform === 'win32') return spawn(process.execPath, args, all);
  const limited = `ulimit -t ${cpuSeconds}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...args], all);
  lowerProcessPriority(child);
  return child;
}

/** Half of the time that a start takes is spent on compiling, if the process does not share the cache of this one. */
function compileCache(): NodeJS.ProcessEnv {
  const folderOfVersion = getCompileCacheDir();
  return folderOfVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folderOfVersion) };
}
