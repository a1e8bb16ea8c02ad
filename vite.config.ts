// The build of the client. Its plugins are in scripts/build/.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, collectPartModules, refuseChunkCycles } from './scripts/build/chunks.ts';
import { compressFiles } from './scripts/build/compress.ts';
import { lightIcons, messageCopies, messageImports } from './scripts/build/modules.ts';
import { fontPreload, mainPageDocuments, prerenderedPages } from './scripts/build/pages.ts';
import { serviceWorker } from './scripts/build/service-worker.ts';

const root = import.meta.dirname;

const shortName = (name: string) => name.replace(/(~.*|\.\w+)$/, '');

/** Without the line of the class, which makes the default names of Vite longer. */
const className = (name: string, _: string, css: string) =>
  `${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 5)}`;

export default defineConfig({
  root: join(root, 'client'),
  base: '/',
  plugins: [
    react({ compiler: true }),
    lightIcons(),
    messageImports(),
    messageCopies(),
    collectPartModules(),
    refuseChunkCycles(),
    fontPreload(),
    mainPageDocuments(),
    prerenderedPages(),
    serviceWorker(),
    compressFiles(),
  ],
  resolve: {
    alias: [
      { find: /^#locales\//, replacement: `${join(root, 'locales', 'generated', 'browser')}/` },
      { find: /^#(domain|contract)\//, replacement: `${root}/$1/` },
      { find: /^#labels\//, replacement: `${join(root, 'locales', 'labels')}/` },
      // The shim is only needed for older versions of React.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: className } },
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
        // The entry lists all file names: names made of all modules that share a chunk would be long, and hashes cannot be compressed.
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash:7][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '^/(api|dev|demo)(/|$)': process.env.API_URL ?? 'http://localhost:3000' },
  },
});
