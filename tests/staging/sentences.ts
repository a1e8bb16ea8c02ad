// The messages of both languages, as they are written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const messagesOf = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'locales', `${locale}.json`), 'utf8'));

export const sentences = { en: messagesOf('en'), id: messagesOf('id') };
