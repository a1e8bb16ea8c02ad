// Merges sentences into locales/en.json and id.json: `node scripts/add-messages.js keys.json`, where keys.json is
// {"key": ["English", "Indonesian"]}. A sentence with a number is an object, {"one": "{count} worklog", "other":
// "{count} worklogs"}: it takes `count`, chooses by the language's plural and writes the number as the language does.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const locales = join(dirname(dirname(fileURLToPath(import.meta.url))), 'locales');
const [source, ...rest] = process.argv.slice(2);
if (!source || rest.length > 0) {
  console.error('Usage: node scripts/add-messages.js keys.json');
  process.exit(1);
}

const added = Object.entries(JSON.parse(readFileSync(source, 'utf8')));
for (const [key, sentences] of added) {
  const isComplete = Array.isArray(sentences) && sentences.length === 2 && sentences.every(Boolean);
  if (!isComplete || !/^[a-z][a-z0-9_]*$/.test(key)) {
    console.error(`${key} must be a snake_case key with an English and an Indonesian sentence.`);
    process.exit(1);
  }
}

for (const [index, locale] of ['en', 'id'].entries()) {
  const path = join(locales, `${locale}.json`);
  const messages = JSON.parse(readFileSync(path, 'utf8'));
  for (const [key, sentences] of added) messages[key] = toMessage(sentences[index]);
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(`${path}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
console.log(`${added.length} messages written.`);

function toMessage(sentence) {
  if (typeof sentence === 'string') return sentence;
  const match = Object.entries(sentence).map(([plural, text]) => [
    `countPlural=${plural}`,
    text.replaceAll('{count}', '{shown}'),
  ]);
  return [
    {
      declarations: ['input count', 'local countPlural = count: plural', 'local shown = count: number'],
      selectors: ['countPlural'],
      match: Object.fromEntries(match),
    },
  ];
}
