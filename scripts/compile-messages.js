// Compiles locales/*.json into locales/generated: one file per language for the server and the types, and one file per
// message (locales/generated/browser) so that each page chunk carries only its own sentences. Paraglide reads a plugin
// that it cannot find as "no messages", so an empty result is a failure here.

import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from '@inlang/paraglide-js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'locales', 'generated');

/** All that the browser needs of Paraglide's runtime of 60 kB. */
const browserRuntime = `let read = () => 'en';
export const experimentalStaticLocale = undefined;
export const getLocale = () => read();
export const overwriteGetLocale = (next) => {
  read = next;
};
`;

/**
 * Numbers in sentences. Paraglide's own makes a formatter for each of them, which takes ten times as long as to write the
 * sentence; no sentence of ours gives options.
 */
const registry = `const rules = {};
const formats = {};
export const plural = (locale, input) => (rules[locale] ??= new Intl.PluralRules(locale)).select(Number(input));
export const number = (locale, input) => (formats[locale] ??= new Intl.NumberFormat(locale)).format(Number(input));
`;

export async function compileMessages() {
  const locales = join(root, 'locales');
  const work = await mkdtemp(join(locales, '.generated-'));
  try {
    await compileTo(work, 'locale-modules');
    await compileTo(join(work, 'browser'), 'message-modules');
    await writeFile(join(work, 'browser', 'runtime.js'), browserRuntime);
    await writeFile(join(work, 'registry.js'), registry);
    await writeFile(join(work, 'browser', 'registry.js'), registry);
    const expected = Object.keys(JSON.parse(await readFile(join(locales, 'en.json'), 'utf8'))).length;
    const compiled = await import(pathToFileURL(join(work, 'messages.js')).href);
    const found = Object.keys(compiled.m).length;
    if (expected === 0 || found !== expected) throw new Error(`${found} of ${expected} messages were compiled.`);
    await replaceTarget(work);
    return found;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Two compilations may run at once: each puts the other's result aside whole, and the later one stays. */
async function replaceTarget(work) {
  for (let attempt = 1; ; attempt += 1) {
    const aside = `${work}-old`;
    try {
      await rename(target, aside).catch(ignoreMissing);
      await rename(work, target);
      await rm(aside, { recursive: true, force: true });
      return;
    } catch (error) {
      await rm(aside, { recursive: true, force: true });
      if (attempt === 5) throw error;
    }
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

const compileTo = (outdir, outputStructure) =>
  compile({
    project: join(root, 'locales', 'project.inlang'),
    outdir,
    outputStructure,
    strategy: ['globalVariable', 'baseLocale'],
    isServer: 'false',
    disableAsyncLocalStorage: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    cleanOutdir: false,
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`${await compileMessages()} messages compiled.`);
}
