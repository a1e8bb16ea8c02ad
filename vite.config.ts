// The build of the client, with a few small plugins: the theme's variables as a static file (so that the
// Content-Security-Policy needs no inline styles), the stylesheet of each Mantine component next to the component that is used,
// prerendered signed-out pages, and files compressed at build time.

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
  signedOut: 'signed-out-main.tsx',
  application: 'main.tsx',
  frame: 'shell/Frame.tsx',
  worklogs: 'worklogs/WorklogsPage.tsx',
  approvals: 'approvals/ApprovalsPage.tsx',
  timer: 'timers/TimerControl.tsx',
  reports: 'reports/ReportsPage.tsx',
} as const;
type Part = keyof typeof parts;

const pathOf = (part: Part) => join(root, 'client', parts[part]);

/** Module ids imported statically by each part; filled when the module graph is complete. */
const needs = new Map<string, ReadonlySet<string>>();

const neededBy =
  (...wanted: readonly Part[]) =>
  (id: string) =>
    wanted.every((part) => id !== pathOf(part) && needs.get(part)?.has(id));

/** `useQueries` is used by a few pages only. */
const multiQueryModules = /queriesObserver|useQueries/;

/** A few chunks by the parts that import them statically, instead of a hundred tiny ones: each costs a request. */
const chunkGroups = [
  { name: 'first', test: neededBy('signedOut', 'application') },
  { name: 'form', test: /@mantine\/form|klona|fast-deep-equal|client\/ui\/(FormShell|draft-form|PasswordField)/ },
  { name: 'application', test: (id: string) => neededBy('application')(id) && !multiQueryModules.test(id) },
  { name: 'signed-out', test: neededBy('signedOut') },
  // Loaded by the sign-in page after it is shown, and by the account settings.
  { name: 'passkeys', test: /@simplewebauthn/ },
  // The query client: needed by pages, which are loaded in parallel with the application's entry.
  {
    name: 'query-client',
    test: (id: string) =>
      /@tanstack\/(react-query|query-core)|client\/(queries|QueryProvider)\./.test(id) && !multiQueryModules.test(id),
  },
  { name: 'frame', test: neededBy('frame') },
  { name: 'list', test: neededBy('worklogs', 'approvals') },
  { name: 'worklogs', test: neededBy('worklogs') },
  { name: 'approvals', test: neededBy('approvals') },
  { name: 'reports', test: neededBy('reports') },
  // On every page of users who log work: it must not include what only forms need.
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

const shortName = (name: string) => name.replace(/(~.*|\.\w+)$/, '');

export default defineConfig({
  root: join(root, 'client'),
  base: '/',
  plugins: [
    react({ compiler: true }),
    themeVariables(),
    mantineStyles(),
    lightIcons(),
    messageImports(),
    collectPartModules(),
    fontPreload(),
    prerenderedPages(),
    compressFiles(),
  ],
  resolve: {
    alias: [
      { find: /^#locales\//, replacement: `${join(root, 'locales', 'generated', 'browser')}/` },
      { find: /^#(domain|contract)\//, replacement: `${root}/$1/` },
      // The shim is only needed for older versions of React.
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
      input: [join(root, 'client', 'index.html'), join(root, 'client', 'signed-out.html')],
      output: {
        codeSplitting: { groups: chunkGroups },
        // The entry lists all file names: names made of all modules that share a chunk would be long.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|dev|demo)(/|$)': process.env.API_URL ?? 'http://localhost:3000' },
  },
  // Prebundled they would come without their stylesheets.
  optimizeDeps: { exclude: ['@mantine/core', '@mantine/dates'] },
});

/** `virtual:theme.css`: the variables of client/theme.ts without the colours that are never used. */
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
        variables: withoutUnusedColours({ ...defaults.variables, ...own.variables }),
        light: withoutUnusedColours({ ...defaults.light, ...own.light }),
        dark: withoutUnusedColours({ ...defaults.dark, ...own.dark }),
      });
      return css;
    },
  };
}

const unusedColour = /^--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|lime|yellow|orange)-/;

const withoutUnusedColours = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedColour.test(name)));

/** Imports the stylesheet of each used Mantine component into the chunk that uses it. */
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

/** Replaces the icon factory of Lucide by a lighter one: client/ui/create-icon.ts. */
function lightIcons(): Plugin {
  const id = '\0light-icons';
  const file = JSON.stringify(join(root, 'client', 'ui', 'create-icon.ts'));
  return {
    name: 'light-icons',
    enforce: 'pre',
    resolveId: (source) => (source === '../createLucideIcon.mjs' ? id : undefined),
    load: (requested) => (requested === id ? `export { createIcon as default } from ${file};` : undefined),
  };
}

/**
 * `m.some_key` becomes an import of that one message, so that each chunk contains only its own messages: through the index
 * all of them would belong to the entry.
 */
function messageImports(): Plugin {
  const importOfAll = /import\s*\{\s*m\s*\}\s*from\s*(["'])#locales\/messages\.js\1;?/;
  return {
    name: 'message-imports',
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

function collectPartModules(): Plugin {
  return {
    name: 'collect-part-modules',
    apply: 'build',
    buildEnd() {
      for (const [part, path] of Object.entries(parts)) {
        const found = new Set<string>();
        const waiting = [join(root, 'client', path)];
        for (const id of waiting) {
          // Through the index of Mantine every part would need all of it.
          if (found.has(id) || id.includes('@mantine')) continue;
          found.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        needs.set(part, found);
      }
    },
  };
}

/** Preloads the font with the document instead of after the first stylesheet. */
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

/** One document for each signed-out page with its prerendered markup: `pages/login.html`. */
function prerenderedPages(): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const markups = await prerenderPages();
      // The prerendered markup needs only the style sheets: scripts must not be loaded before them.
      const page = (await readFile(join(dir, 'signed-out.html'), 'utf8')).replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      );
      await mkdir(join(dir, 'pages'));
      for (const [path, markup] of Object.entries(markups)) {
        await writeFile(join(dir, 'pages', `${path}.html`), page.replace('<!--page-->', markup));
      }
      await rm(join(dir, 'signed-out.html'));
    },
  };
}

async function prerenderPages(): Promise<Record<string, string>> {
  const server = await createServer({
    configFile: import.meta.filename,
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const { prerenderSignedOutPages } = await server.ssrLoadModule('/signed-out/prerender.tsx');
    return prerenderSignedOutPages();
  } finally {
    await server.close();
  }
}

const isCompressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Writes a `.br` and a `.gz` version of each text file; the server chooses by `accept-encoding`. */
function compressFiles(): Plugin {
  let outDir = '';
  return {
    name: 'compress-files',
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
