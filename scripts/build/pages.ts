// The documents of the build: the font that they preload, those of the main pages, and the prerendered signed-out pages.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { chunkOf, neededFiles } from './bundle-files.ts';

const root = join(import.meta.dirname, '..', '..');

/** Preloads the font with the document instead of after the first stylesheet. */
export function fontPreload(): Plugin {
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

/** Opened directly: from a bookmark, an email, an installation. The page, and what requests its data. */
const mainPages: Record<string, readonly string[]> = {
  approvals: ['approvals/ApprovalsPage.tsx', 'approvals/queries.ts'],
  dashboard: ['dashboard/DashboardPage.tsx', 'dashboard/queries.ts'],
  projects: ['projects/ProjectsPage.tsx'],
  reports: ['reports/ReportsPage.tsx', 'reports/queries.ts'],
  worklogs: ['worklogs/WorklogsPage.tsx', 'worklogs/loader.ts'],
};

/**
 * `pages/application/worklogs.html` is index.html with the files of its page, so that a browser loads them together with the
 * application instead of after it.
 */
export function mainPageDocuments(): Plugin {
  return {
    name: 'main-page-documents',
    apply: 'build',
    // After index.html has its final content.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return this.error('The build has no index.html.');
        const document = String(index.source);
        const fileOf = (module: string): string =>
          chunkOf(join(root, 'client', module), bundle)?.fileName ?? this.error(`No chunk contains ${module}.`);
        for (const [page, modules] of Object.entries(mainPages)) {
          const files = neededFiles(bundle, ['Frame.tsx', ...modules].map(fileOf));
          const links = files.filter((file) => !document.includes(file)).map(preloadLink);
          const source = document.replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`);
          this.emitFile({ type: 'asset', fileName: `pages/application/${page}.html`, source });
        }
      },
    },
  };
}

/** A style sheet takes effect when its page is loaded, in the order of that. */
const preloadLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** A document with its prerendered markup for each signed-out page and mode of registration: `pages/closed/login.html`. */
export function prerenderedPages(): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const pages = await prerenderPages();
      // The prerendered markup needs only the style sheets: scripts must not be loaded before them.
      const template = (await readFile(join(dir, 'signed-out.html'), 'utf8')).replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      );
      for (const { registration, path, markup } of pages) {
        const folder = join(dir, 'pages', registration);
        await mkdir(folder, { recursive: true });
        const page = template
          .replace('<html', `<html data-registration="${registration}"`)
          .replace('<!--page-->', markup);
        await writeFile(join(folder, `${path}.html`), page);
      }
      await rm(join(dir, 'signed-out.html'));
    },
  };
}

type PrerenderedPage = { registration: string; path: string; markup: string };

async function prerenderPages(): Promise<PrerenderedPage[]> {
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
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
