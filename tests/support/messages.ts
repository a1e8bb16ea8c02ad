// The sentences of a language: key → text, or the forms of a sentence with a number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const readMessages = (language: string): Record<string, unknown> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'locales', `${language}.json`), 'utf8')));
