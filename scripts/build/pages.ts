// The documents of the build: the font that they preload, and the prerendered signed-out pages.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';

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
