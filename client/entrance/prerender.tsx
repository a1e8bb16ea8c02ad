// The first picture of each page of the signed-out, in both languages: boot.js says which of them is shown. It is drawn
// while building and takes no input; entrance-main.tsx puts the living page in its place.

import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, locales } from '#domain/settings.ts';
import { overwriteGetLocale } from '#locales/runtime.js';
import { entrancePages } from '../session/entrance-pages.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';

/** The markup by path: `{ '/login': '<div …' }`. */
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
