// The file with the private key of encrypted backups, as age writes it: the key is a line among comments.

import { readFileSync } from 'node:fs';
import { StartRefusal } from '../start-refusal.ts';

export function readKey(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.find((line) => line.startsWith('AGE-SECRET-KEY-'))?.trim() ?? '';
  } catch (error) {
    throw new StartRefusal(`The file of --key cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}
