// The service worker of the build, with the files that it stores: what the pages of the application need to start, and those on
// which work is logged. Other pages are stored when they are visited.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Bundle, chunkOf, neededFiles } from './bundle-files.ts';

const client = join(import.meta.dirname, '..', '..', 'client');

/** A module of each chunk. */
const storedParts = [
  'index.html',
  'Frame.tsx',
  'dashboard/DashboardPage.tsx',
  'worklogs/WorklogsPage.tsx',
  'worklogs/WorklogDrawer.tsx',
  'worklogs/WithdrawDialog.tsx',
  'worklogs/NoWorklogs.tsx',
  'worklogs/receipts/CropDialog.tsx',
  'worklogs/copies/CopyDayDialog.tsx',
  'worklogs/quick-entry/QuickEntryPanel.tsx',
  'worklogs/RefusalNotice.tsx',
  'worklogs/week/WeekView.tsx',
  'worklogs/timesheet/TimesheetView.tsx',
  'worklog/TagFilter.tsx',
  'timers/TimerControl.tsx',
  'timers/requested-start.ts',
  'ui/toast-place.ts',
  'worklogs/unsent/parts.tsx',
].map((path) => join(client, path));

/** Loaded by the application before it starts, by browsers without Temporal only. */
const polyfill = /\/temporal-polyfill\/global\./;

/** Not part of the module graph: read by documents. */
const documentFiles = ['index.html', 'boot.js', 'favicon.svg', 'manifest.webmanifest', 'manifest-id.webmanifest'];

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // After the documents have their final content.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const missing = storedParts.filter((part) => chunkOf(part, bundle) === undefined);
        if (missing.length > 0) this.error(`No chunk contains ${missing.join(', ')}.`);
        const fonts = Object.keys(bundle).filter((name) => /-latin-.*\.woff2$/.test(name));
        const parts = neededFiles(
          bundle,
          storedParts.map((part) => chunkOf(part, bundle)?.fileName ?? ''),
        );
        const files = [...documentFiles, ...fonts, ...parts].map((name) => `/${name}`);
        const polyfills = neededFiles(bundle, chunksOf(polyfill, bundle))
          .filter((name) => !parts.includes(name))
          .map((name) => `/${name}`);
        if (polyfills.length === 0) this.error('No chunk contains the polyfill of Temporal.');
        const hash = createHash('sha256').update(JSON.stringify([files, polyfills]));
        for (const name of documentFiles) hash.update(contentOf(name, bundle));
        const source = readFileSync(join(client, 'service-worker.js'), 'utf8')
          .replace('const files = [];', `const files = ${JSON.stringify(files)};`)
          .replace('const polyfills = [];', `const polyfills = ${JSON.stringify(polyfills)};`)
          .replace("const release = '';", `const release = 'release-${hash.digest('hex').slice(0, 16)}';`);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
      },
    },
  };
}

const chunksOf = (module: RegExp, bundle: Bundle): string[] =>
  Object.values(bundle)
    .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => module.test(id)))
    .map(({ fileName }) => fileName);

function contentOf(name: string, bundle: Bundle): string | Uint8Array {
  const file = bundle[name];
  return file?.type === 'asset' ? file.source : readFileSync(join(client, 'public', name));
}
