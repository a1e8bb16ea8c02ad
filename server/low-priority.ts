// Processes beside the server must not slow down requests.
import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/** Relative to this process; 19 is the lowest priority. */
const lowerBy = 10;
const lowestPriority = 19;

/** Not permitted everywhere; then the child process keeps the priority of this one. */
export function lowerProcessPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(lowestPriority, getPriority() + lowerBy));
  } catch {
    return;
  }
}
