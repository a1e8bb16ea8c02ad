// Prerenders the signed-out pages at build time, in both languages; boot.js sets which one is visible. The markup is inert
// until client/signed-out-main.tsx replaces it with the rendered page.

import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, locales } from '#domain/settings.ts';
import { overwriteGetLocale } from '#locales/runtime.js';
import { signedOutPages } from '../session/signed-out-pages.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';

/** Markup by path: `{ '/login': '<div …' }`. */
export const prerenderSignedOutPages = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(signedOutPages).map(([path, Page]) => [
      path,
      locales.map((locale) => prerenderPage(locale, <Page />)).join(''),
    ]),
  );

function prerenderPage(locale: Locale, page: React.ReactNode): string {
  overwriteGetLocale(() => locale);
  const markup = renderToStaticMarkup(
    <div className="first-picture" lang={locale} inert>
      <BlankLayout>{page}</BlankLayout>
    </div>,
  );
  return markup.replace(/<link rel="preload"[^>]*>/g, '');
}
