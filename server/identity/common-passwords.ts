// The offline list of passwords that attackers try first. Read once, at the first password that somebody chooses.

import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

/** Expects small letters. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readList());
  return known.has(password);
}

const readList = (): string[] =>
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
