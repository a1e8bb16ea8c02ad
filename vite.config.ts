// How the browser's part is built. Three small plugins: the theme's variables as a static file (so that the content
// policy needs no inline styles), each Mantine component's stylesheet beside the component that is really used,
// and answers compressed at build time.

import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cssVariablesResolver, theme } from './client/theme.ts';

const root = import.meta.dirname;

/** What index.html needs at once, by the graph of our own files; filled when the graph is known. */
const firstNeeded = new Set<string>();

/** One chunk for every page, and for what pages share a few by who needs it, instead of a hundred tiny ones. */
const chunkGroups = [
  {
    name: 'app',
    priority: 4,
    test: (id: string) => firstNeeded.has(id) || /node_modules\/(react|react-dom|scheduler|@tanstack)\//.test(id),
  },
  {
    name: 'kit',
    priority: 3,
    test: /node_modules/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 3000,
  },
  {
    name: 'words',
    priority: 2,
    test: /locales/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 12_000,
  },
  { name: 'ui', priority: 1, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 0 },
];

export default defineConfig({
  root: join(root, 'client'),
  base: '/',
  plugins: [
    react({ compiler: true }),
    themeVariables(),
    mantineStyles(),
    ownSentences(),
    firstChunk(),
    fontPreload(),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^#locales\//, replacement: `${join(root, 'locales', 'generated', 'browser')}/` },
      { find: /^#(domain|contract)\//, replacement: `${root}/$1/` },
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
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
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

function firstChunk(): Plugin {
  return {
    name: 'first-chunk',
    apply: 'build',
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
      for (const id of waiting) {
        const info = this.getModuleInfo(id);
        if (!info || firstNeeded.has(id) || id.includes('node_modules')) continue;
        firstNeeded.add(id);
        waiting.push(...info.importedIds);
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
