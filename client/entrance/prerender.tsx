// Prerenders the signed-out pages at build time, in both languages; boot.js sets which one is visible. The markup is inert
// until client/signed-out-main.tsx replaces it with the rendered page.

import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, locales } from '#domain/settings.ts';
import { overwriteGetLocale } from '#locales/runtime.js';
import { entrancePages } from '../session/entrance-pages.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';

/** Markup by path: `{ '/login': '<div …' }`. */
export const drawEntrance = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entrancePages).map(([path, Page]) => [
      path,
      locales.map((locale) => draw(locale, <Page />)).join(''),
    ]),
  );

function draw(locale: Locale, page: React.ReactNode): string {
  overwriteGetLocale(() => locale);
  const markup = renderToStaticMarkup(
    <div className="first-picture" lang={locale} inert>
      <BlankLayout>{page}</BlankLayout>
    </div>,
  );
  return markup.replace(/<link rel="preload"[^>]*>/g, '');
}
