// How the browser's part is built, with a few small plugins: the theme's variables as a static file (so that the content
// policy needs no inline styles), each Mantine component's stylesheet beside the component that is really used,
// and answers compressed at build time.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin } from 'vite';
import { cssVariablesResolver, theme } from './client/theme.ts';

const root = import.meta.dirname;

const parts = {
  entrance: 'entrance-main.tsx',
  application: 'main.tsx',
  frame: 'shell/Frame.tsx',
  worklogs: 'worklogs/WorklogsPage.tsx',
  approvals: 'approvals/ApprovalsPage.tsx',
  timer: 'timer/TimerControl.tsx',
  reports: 'reports/ReportsPage.tsx',
} as const;
type Part = keyof typeof parts;

const pathOf = (part: Part) => join(root, 'client', parts[part]);

/** What a part needs at once, by the graph of modules; filled when the graph is known. */
const needs = new Map<string, ReadonlySet<string>>();

const neededBy =
  (...wanted: readonly Part[]) =>
  (id: string) =>
    wanted.every((part) => id !== pathOf(part) && needs.get(part)?.has(id));

/** Asking for several things at once is what only some pages do. */
const areSeveral = /queriesObserver|useQueries/;

/** A few chunks by what needs them at once, instead of a hundred tiny ones: each costs a request. */
const chunkGroups = [
  { name: 'first', test: neededBy('entrance', 'application') },
  { name: 'form', test: /@mantine\/form|klona|fast-deep-equal|client\/ui\/(FormShell|draft-form|PasswordField)/ },
  { name: 'application', test: (id: string) => neededBy('application')(id) && !areSeveral.test(id) },
  { name: 'entrance', test: neededBy('entrance') },
  // Asked for by the sign-in page as soon as it is there, and by the account's.
  { name: 'passkeys', test: /@simplewebauthn/ },
  // What asks the server: the pages need it, and their chunks come beside the application's entry.
  {
    name: 'answers',
    test: (id: string) =>
      /@tanstack\/(react-query|query-core)|client\/(queries|Answers)\./.test(id) && !areSeveral.test(id),
  },
  { name: 'frame', test: neededBy('frame') },
  { name: 'list', test: neededBy('worklogs', 'approvals') },
  { name: 'worklogs', test: neededBy('worklogs') },
  { name: 'approvals', test: neededBy('approvals') },
  { name: 'reports', test: neededBy('reports') },
  // Stands beside every page of whoever logs: it must not bring what only forms need.
  { name: 'timer', test: neededBy('timer') },
  {
    name: 'kit',
    test: /node_modules\/@(mantine|floating-ui)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 40_000,
  },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 40_000 },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

const brief = (name: string) => name.replace(/(~.*|\.\w+)$/, '');

export default defineConfig({
  root: join(root, 'client'),
  base: '/',
  plugins: [
    react({ compiler: true }),
    themeVariables(),
    mantineStyles(),
    ownIcons(),
    ownSentences(),
    knownParts(),
    fontPreload(),
    firstPictures(),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^#locales\//, replacement: `${join(root, 'locales', 'generated', 'browser')}/` },
      { find: /^#(domain|contract)\//, replacement: `${root}/$1/` },
      // React has what the shim adds to its older versions.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: join(root, 'dist', 'client'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      input: [join(root, 'client', 'index.html'), join(root, 'client', 'entrance.html')],
      output: {
        codeSplitting: { groups: chunkGroups },
        // The application knows every file by its name: a name made of all who share a chunk would be long.
        chunkFileNames: ({ name }) => `assets/${brief(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${brief(names[0] ?? '')}-[hash][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|dev|demo)(/|$)': process.env.API_URL ?? 'http://localhost:3000' },
  },
  // Bundled ahead of time they would come without their stylesheets.
  optimizeDeps: { exclude: ['@mantine/core', '@mantine/dates'] },
});

/** `virtual:theme.css`: the variables of client/theme.ts that anything could use, without the colours we never show. */
function themeVariables(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-variables',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load(source) {
      if (source !== id) return;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const defaults = defaultCssVariablesResolver(merged);
      const own = cssVariablesResolver(merged);
      const css = convertCssVariables({
        variables: kept({ ...defaults.variables, ...own.variables }),
        light: kept({ ...defaults.light, ...own.light }),
        dark: kept({ ...defaults.dark, ...own.dark }),
      });
      return css;
    },
  };
}

const unusedColour = /^--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-/;

const kept = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedColour.test(name)));

/** A Mantine component that is used brings its own stylesheet, into the chunk that uses it. */
function mantineStyles(): Plugin {
  const classMap = /@mantine\/(core|dates)\/esm\/.*\/(\w+)\.module\.mjs(?:\?|$)/;
  return {
    name: 'mantine-styles',
    transform(code, id) {
      const [, kit, component] = classMap.exec(id) ?? [];
      if (!kit || !component) return;
      const sheet = kit === 'dates' ? 'styles.layer.css' : `styles/${component}.layer.css`;
      if (!existsSync(join(root, 'node_modules', '@mantine', kit, sheet))) {
        throw new Error(`No stylesheet found for Mantine's ${component}.`);
      }
      return { code: `import '@mantine/${kit}/${sheet}';\n${code}`, map: null };
    },
  };
}

/** Lucide's pictures, drawn as a list needs them. */
function ownIcons(): Plugin {
  const id = '\0own-icons';
  const file = JSON.stringify(join(root, 'client', 'ui', 'drawn-icon.ts'));
  return {
    name: 'own-icons',
    enforce: 'pre',
    resolveId: (source) => (source === '../createLucideIcon.mjs' ? id : undefined),
    load: (asked) => (asked === id ? `export { drawnIcon as default } from ${file};` : undefined),
  };
}

/**
 * `m.some_key` becomes an import of that one sentence, so that each chunk carries its own: over the index of all
 * sentences every one of them would belong to the entry.
 */
function ownSentences(): Plugin {
  const importOfAll = /import\s*\{\s*m\s*\}\s*from\s*(["'])#locales\/messages\.js\1;?/;
  return {
    name: 'own-sentences',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!importOfAll.test(code) || id.includes('node_modules')) return;
      const keys = [...new Set([...code.matchAll(/\bm\.([a-z]\w*)/g)].map(([, key = '']) => key))];
      const imports = keys.map((key) => `import { ${key} as m_${key} } from '#locales/messages/${key}.js';`);
      const named = code.replace(/\bm\.([a-z]\w*)/g, 'm_$1').replace(importOfAll, imports.join(' '));
      return { code: named, map: null };
    },
  };
}

function knownParts(): Plugin {
  return {
    name: 'known-parts',
    apply: 'build',
    buildEnd() {
      for (const [part, path] of Object.entries(parts)) {
        const found = new Set<string>();
        const waiting = [join(root, 'client', path)];
        for (const id of waiting) {
          // Through the kit's index everything would need everything.
          if (found.has(id) || id.includes('@mantine')) continue;
          found.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        needs.set(part, found);
      }
    },
  };
}

/** The one face is asked for with the page, not when the first stylesheet has been read. */
function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        if (!font) return [];
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** The documents of the signed-out, each with its first picture in it: `pages/login.html`. */
function firstPictures(): Plugin {
  return {
    name: 'first-pictures',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const pictures = await drawPictures();
      // The picture needs the style sheets alone: what only the living page needs must not come before them.
      const page = (await readFile(join(dir, 'entrance.html'), 'utf8')).replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      );
      await mkdir(join(dir, 'pages'));
      for (const [path, picture] of Object.entries(pictures)) {
        await writeFile(join(dir, 'pages', `${path}.html`), page.replace('<!--page-->', picture));
      }
      await rm(join(dir, 'entrance.html'));
    },
  };
}

async function drawPictures(): Promise<Record<string, string>> {
  const server = await createServer({
    configFile: import.meta.filename,
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const { drawEntrance } = await server.ssrLoadModule('/entrance/prerender.tsx');
    return drawEntrance();
  } finally {
    await server.close();
  }
}

const isCompressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Beside each text file a `.br` and a `.gz` one; the server chooses by `accept-encoding`. */
function compressed(): Plugin {
  let outDir = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true });
      for (const file of files.filter((name) => isCompressible.test(name))) {
        const path = join(outDir, file);
        const content = await readFile(path);
        if (content.length < 512) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
}
