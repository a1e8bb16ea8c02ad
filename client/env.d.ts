declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';

interface ImportMeta {
  /** Set by Vite. */
  readonly env: { readonly PROD: boolean };
}

/** What the server has answered; nothing if it was not reached. */
type FirstSession = Promise<{ isOk: boolean; text: string } | undefined>;

/** The request for the session, started by boot.js before anything else is loaded. */
interface Window {
  daybookSession?: FirstSession;
  /** Nothing, too, if the server is silent for some seconds. */
  daybookSessionInTime?: FirstSession;
  /** Kept by boot.js until it is used. */
  daybookInstall?: InstallOffer | undefined;
}

/** The event `beforeinstallprompt` of Chromium: the page may ask the person, once, whether to install it. */
type InstallOffer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** What the page shows first is requested by boot.js, too, if it is what the last visit of this address asked for first. */
declare var daybookFirst:
  | {
      /** A request is due. The text of its response, once, or of nothing if it was refused; undefined if boot.js did not send it. */
      take(request: { url: string; init: RequestInit }): Promise<string | undefined> | undefined;
      /** This has changed since. */
      drop(changed: readonly string[] | 'all'): void;
    }
  | undefined;
