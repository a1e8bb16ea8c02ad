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

/** One document for each signed-out page with its prerendered markup: `pages/login.html`. */
export function prerenderedPages(): Plugin {
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
