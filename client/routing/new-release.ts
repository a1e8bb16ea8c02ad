// The service worker (client/service-worker.js), and whether a newer release than that of this document is on the server. Then
// the next page is loaded as a document. Nothing is lost: forms keep what was typed as drafts, and nothing is reloaded before.

const checkIntervalMs = 60 * 60_000;

let isReplaced = false;

/** The service worker of a newer release serves this document. */
export const hasNewRelease = (): boolean => isReplaced;

/** Never resolves: the document is replaced. */
export function loadDocument(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise<never>(() => {});
}

/** Browsers offer service workers only to pages over HTTPS and of this machine. In development there is no build to store. */
export function registerOfflineWorker(): void {
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // Before the first one there was none, and it is of the same release.
    isReplaced = isControlled;
    isControlled = true;
  });
  // After everything that the page itself loads.
  if (document.readyState === 'complete') register(serviceWorker);
  else window.addEventListener('load', () => register(serviceWorker), { once: true });
}

async function register(serviceWorker: ServiceWorkerContainer): Promise<void> {
  try {
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
    setInterval(() => document.hidden || check(registration), checkIntervalMs);
    document.addEventListener('visibilitychange', () => document.hidden || check(registration));
  } catch (error) {
    // The application works without it, but not without a connection.
    console.warn('The service worker could not be registered.', error);
  }
}

/** Without a connection it fails, and the next check finds the release. */
const check = (registration: ServiceWorkerRegistration): Promise<unknown> => registration.update().catch(() => {});
