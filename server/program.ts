// How the programs of the operator begin and end: they read the configuration, and what the operator has to correct is printed as
// sentences, without a stack trace, with exit code 1; any other exception is a bug.

import { type ReadConfig, readConfig } from './config/config.ts';
import { StartRefusal } from './start-refusal.ts';

/** `failed` introduces the sentences of a refusal; `run` sets another exit code itself. */
export async function runProgram(failed: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    console.error(['', failed, ...error.sentences, ''].join('\n  '));
    process.exitCode = 1;
  }
}

/** Refuses a configuration with mistakes. */
export function configOfProgram(): ReadConfig {
  const parsed = readConfig(process.env);
  if ('problems' in parsed) throw new StartRefusal(...parsed.problems);
  return parsed.config;
}
