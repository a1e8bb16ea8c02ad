// Prerenders the signed-out pages at build time, in both languages; boot.js sets which one is visible. The markup is inert
// until client/signed-out-main.tsx replaces it with the rendered page. Each page exists for every mode of registration, so that
// no form is shown that the server would refuse.

import { renderToStaticMarkup } from 'react-dom/server';
import { type RegistrationMode, registrationModes } from '#domain/registration.ts';
import { type Locale, locales } from '#domain/settings.ts';
import { overwriteGetLocale } from '#locales/runtime.js';
import { registrationStore } from '../auth.ts';
import { signedOutPages } from '../identity/signed-out-pages.ts';
import { BlankLayout } from '../shell/BlankLayout.tsx';

export const prerenderSignedOutPages = (): { registration: RegistrationMode; path: string; markup: string }[] =>
  registrationModes.flatMap((registration) => {
    registrationStore.set(registration);
    return Object.entries(signedOutPages).map(([path, Page]) => ({
      registration,
      path,
      markup: locales.map((locale) => prerenderPage(locale, <Page />)).join(''),
    }));
  });

function prerenderPage(locale: Locale, page: React.ReactNode): string {
  overwriteGetLocale(() => locale);
  const markup = renderToStaticMarkup(
    <div className="first-picture" lang={locale} inert>
      <BlankLayout>{page}</BlankLayout>
    </div>,
  );
  return markup.replace(/<link rel="preload"[^>]*>/g, '');
}
