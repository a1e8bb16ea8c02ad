declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';

interface ImportMeta {
  /** Set by Vite. */
  readonly env: { readonly PROD: boolean };
}

/** The response of the server; undefined if it was not reached. */
type FirstSession = Promise<{ isOk: boolean; text: string } | undefined>;

/** The request for the session, started by boot.js before anything else is loaded. */
interface Window {
  daybookSession?: FirstSession;
  /** The same; undefined also if the server does not respond within some seconds. */
  daybookSessionInTime?: FirstSession;
  /** The browser may offer the installation before the application listens: boot.js keeps the offer until it is used. */
  daybookInstallOffer?: InstallOffer | undefined;
}

/** The event `beforeinstallprompt` of Chromium: the page may ask the person, once, whether to install it. */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** The request for what the page shows first. boot.js sends what the last visit of this address requested first (decision 084). */
declare var daybookFirstRequest:
  | {
      /** The text of the response to this request, once; undefined if boot.js did not send it, or it was refused. */
      take(request: { url: string; init: RequestInit }): Promise<string | undefined> | undefined;
      /** Data of these nouns have changed: the response may be out of date. */
      drop(changed: readonly string[] | 'all'): void;
    }
  | undefined;
