// Compiles locales/*.json into locales/generated: one file per language for the server and the types, and one file per
// message (locales/generated/browser), so that each page chunk contains only its own sentences. If Paraglide cannot find its
// plugin it compiles no messages without an error, so an empty result is an error here.

import fs from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileProject } from '@inlang/paraglide-js';
import { loadProjectFromDirectory } from '@inlang/sdk';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const projectPath = join(root, 'locales', 'project.inlang');
const target = join(root, 'locales', 'generated');

/** The part of Paraglide's runtime (60 kB) that the browser needs. */
const browserRuntime = `let read = () => 'en';
export const getLocale = () => read();
export const isEnglish = (options) => (options?.locale ?? read()) === 'en';
export const overwriteGetLocale = (next) => {
  read = next;
};
`;

/**
 * Formats the values in sentences. Paraglide's own function creates a number formatter for each value, which takes ten times as
 * long as the rest; our sentences use no options.
 * A value with right-to-left letters is isolated (U+2068, U+2069), so that it does not reorder the words and numbers around it.
 * Other values are unchanged.
 */
const registry = `const rules = {};
const formats = {};
const rightToLeft = /[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\ud802\\ud803\\ud83a\\ud83b]/;
export const plural = (locale, input) => (rules[locale] ??= new Intl.PluralRules(locale)).select(Number(input));
export const number = (locale, input) => (formats[locale] ??= new Intl.NumberFormat(locale)).format(Number(input));
export const isolated = (value) => (rightToLeft.test(value) ? '\\u2068' + value + '\\u2069' : String(value));
`;

export async function compileMessages() {
  const locales = join(root, 'locales');
  const work = await mkdtemp(join(locales, '.generated-'));
  // The server may run as another user than the build.
  await chmod(work, 0o777 & ~process.umask());
  try {
    // Read once for both: that is most of the work.
    const project = await loadProjectFromDirectory({ path: projectPath, fs });
    const problems = await project.errors.get();
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    await compileTo(work, project, 'locale-modules');
    await compileTo(join(work, 'browser'), project, 'message-modules');
    await project.close();
    await writeFile(join(work, 'browser', 'runtime.js'), browserRuntime);
    await writeFile(join(work, 'registry.js'), registry);
    await writeFile(join(work, 'browser', 'registry.js'), registry);
    await isolateValues(work);
    await shortenChoice(join(work, 'browser', 'messages'));
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

/** Numbers have their own function and need no isolation. */
async function isolateValues(work) {
  for (const folder of [join(work, 'messages'), join(work, 'browser', 'messages')]) {
    for (const name of await readdir(folder)) {
      const code = await readFile(join(folder, name), 'utf8');
      const isolating = code.replaceAll(/\$\{i\?\.(\w+)\}/g, '$${isolated(i.$1)}');
      if (isolating === code) continue;
      await writeFile(join(folder, name), `import { isolated } from '../registry.js';\n${isolating}`);
    }
  }
}

const choice =
  /\(\(inputs(?: = \{\})?, options = \{\}\) => \{\s*const locale = .*\s*if \(locale === "en"\) return (\w+)\(inputs\)\s*return (\w+)\(inputs\)\s*\}\)/;
const sentence = /const (\w+) = \/\*\*.*\*\/ \(i?\) => \{\s*return \/\*\* .* \*\/ \((`.*`)\)\s*\};/g;

/** Makes scripts smaller: one shared function chooses the language, and unused plural cases are removed. */
async function shortenChoice(folder) {
  for (const name of await readdir(folder)) {
    const code = await readFile(join(folder, name), 'utf8');
    const sentences = new Map([...code.matchAll(sentence)].map(([, key, text]) => [key, text]));
    const written = (key) => sentences.get(key) ?? `${key}(i)`;
    const shorter = code
      .replace(choice, (_, english, other) => `((i, o) => (isEnglish(o) ? ${written(english)} : ${written(other)}))`)
      .replaceAll(sentence, '')
      .replaceAll(/if \(countPlural == "other"\) (return .*;)\s*return .*;/g, '$1')
      .replaceAll('i?.count, {})', 'i.count)');
    if (shorter === code) continue;
    await writeFile(join(folder, name), shorter.replace('getLocale, experimentalStaticLocale', 'isEnglish'));
  }
}

/** Two compilations may run concurrently: each replaces the whole folder by renaming, so the later result stays. */
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

async function compileTo(folder, project, outputStructure) {
  const compilerOptions = {
    outdir: folder,
    outputStructure,
    strategy: ['globalVariable', 'baseLocale'],
    isServer: 'false',
    disableAsyncLocalStorage: true,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  };
  const files = Object.entries(await compileProject({ project, projectPath, compilerOptions }));
  for (const path of new Set(files.map(([name]) => dirname(join(folder, name)))))
    await mkdir(path, { recursive: true });
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`${await compileMessages()} messages compiled.`);
}
