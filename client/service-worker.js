// Service worker: without a connection it serves the application of the last visit, which then says that there is no connection.
// It stores files of the build, and what another application shares until the form takes it; never a response of the API. It shows
// notifications. scripts/build/service-worker.ts fills in the constants. Plain JavaScript like boot.js, because it is not a module of
// the application.

/** Paths of the application's files, and a hash of them. */
const files = [];
/** What a browser without Temporal needs in addition. */
const polyfills = [];
const release = '';

/** `sharedFilesCache` in client/routing/shared-files.ts. */
const sharedFiles = 'shared-files';

/** Names of the caches of releases begin with it. */
const releasePrefix = 'release-';

/** After this time without a response, the stored file is served (decision 083). */
const silenceMs = 4_000;

/** Time limit of a request for what is not stored. */
const limitMs = 60_000;

/** How long the network counts as silent after that: the other files of a page are then served from the store at once. */
const silentForMs = 10_000;
let silentSince = Number.NEGATIVE_INFINITY;

/** For every page: the server sends it for each path of the application. */
const shell = '/index.html';

self.addEventListener('install', (event) => {
  // A new release need not wait: it serves the pages that are loaded from now on, and files of the previous one stay.
  event.waitUntil(storeFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  // Without a connection, at the next page.
  event.waitUntil(reconcileSubscription().catch(() => {}));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.url));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  // The address of `share_target` in the manifest.
  if (method === 'POST' && pathname === '/share') event.respondWith(storeShared(event.request));
  if (method !== 'GET') return;
  if (mode === 'navigate') {
    if (!isPage(pathname)) return;
    event.respondWith(loadPage(event));
    event.waitUntil(reconcileSubscription().catch(() => {}));
  } else if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(event.request));
  else if (files.includes(pathname)) event.respondWith(loadOther(event.request));
});

async function storeFiles() {
  const cache = await caches.open(release);
  const needed = 'Temporal' in self ? files : [...files, ...polyfills];
  try {
    // All or none. Names of assets contain a hash of their content; the others must be those of this release.
    await cache.addAll(needed.map((path) => new Request(path, { cache: isAsset(path) ? 'default' : 'reload' })));
  } catch (error) {
    // An empty one would count as the release before. It is not empty if another worker of the same files has filled it.
    if ((await cache.keys()).length === 0) await caches.delete(release);
    throw error;
  }
}

/** Tabs that are still open use the files of the release before; older ones are deleted. */
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name !== release && name.startsWith(releasePrefix));
  for (const name of others.slice(0, -1)) await caches.delete(name);
  // The request for a page does not wait for this worker to start.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isAsset = (path) => path.startsWith('/assets/');

/** Not the API, nor what the server renders itself, nor a file. */
const isPage = (path) => !/^\/(api|demo|dev)(\/|$)|\.\w+$/.test(path);

/** The server's page, or the stored application if the server, or a proxy's way to it, is unavailable or silent. */
async function loadPage(event) {
  try {
    const response = await unlessSilent(requestPage(event), shell, silenceMs);
    if (response.status < 502 || response.status > 504) return response;
    return (await stored(shell)) ?? response;
  } catch (error) {
    const page = await stored(shell);
    if (page) return page;
    throw error;
  }
}

const requestPage = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** The stored file if there is no response in time; a later one is ignored. Without a stored file, the response is awaited. */
async function unlessSilent(answer, request, milliseconds) {
  const silence = new Promise((resolve) => setTimeout(resolve, milliseconds, null));
  const first = await Promise.race([answer, silence]);
  const known = first ? null : await stored(request);
  if (!known) return first ?? answer;
  answer.catch(() => {});
  silentSince = Date.now();
  return known;
}

async function loadAsset(request) {
  const known = await stored(request);
  if (known) return known;
  const response = await fetch(request, { signal: AbortSignal.timeout(limitMs) });
  if (response.ok) await storeAsset(request, response.clone());
  return response;
}

async function storeAsset(request, response) {
  try {
    const cache = await caches.open(release);
    await cache.put(request, response);
  } catch {
    // The device has no room: the page works, but not without a connection.
  }
}

async function loadOther(request) {
  const isSilent = Date.now() - silentSince < silentForMs;
  try {
    const answer = fetch(request, { signal: AbortSignal.timeout(limitMs) });
    return await unlessSilent(answer, request, isSilent ? 0 : silenceMs);
  } catch (error) {
    const known = await stored(request);
    if (known) return known;
    throw error;
  }
}

/**
 * Then the form of a new worklog is opened, which says so if there are no files. Files that are no receipts are refused there. They are
 * given in the order in which they were stored.
 */
async function storeShared(request) {
  const paths = [];
  try {
    const data = await request.formData();
    const cache = await caches.open(sharedFiles);
    for (const file of data.getAll('receipts')) {
      const headers = {
        'content-type': file.type,
        'x-file-name': encodeURIComponent(file.name),
        'x-shared-at': String(Date.now()),
      };
      const path = `/share/${crypto.randomUUID()}`;
      await cache.put(path, new Response(file, { headers }));
      paths.push(path);
    }
  } catch {
    await deleteShared(paths).catch(() => {});
  }
  return Response.redirect(new URL('/worklogs?new=shared', self.location.origin), 303);
}

async function deleteShared(paths) {
  const cache = await caches.open(sharedFiles);
  for (const path of paths) await cache.delete(path);
}

/**
 * Makes the subscription of the browser what the server knows of this session. One that is replaced by its push service, or lost, is
 * renewed. One of a session that ended must not show notifications to whoever signs in here next: it outlives that session if the
 * cookie was deleted.
 */
async function reconcileSubscription() {
  const { pushManager } = self.registration;
  const subscription = await pushManager?.getSubscription();
  // Without permission there is none, and nobody can be asked here.
  if (!pushManager || !(subscription || (await mayNotify()))) return;
  const response = await fetch('/api/v1/account/push', { signal: AbortSignal.timeout(limitMs) });
  // Whoever signs in again has a new session, and turns notifications on again.
  if (response.status === 401) await subscription?.unsubscribe();
  if (!response.ok) return;
  const { publicKey, endpointHash } = await response.json();
  if (endpointHash === null) await subscription?.unsubscribe();
  else if (!subscription || (await hashOf(subscription.endpoint)) !== endpointHash) {
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    await sendSubscription(subscription ?? (await pushManager.subscribe(options)));
  }
}

/** As in client/account/push/device.ts. */
const mayNotify = () =>
  navigator.permissions.query({ name: 'notifications' }).then(
    ({ state }) => state === 'granted',
    () => self.Notification?.permission === 'granted',
  );

/** As base64url. */
async function hashOf(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function sendSubscription(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/v1/account/push/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

/** As server/notices/send-push.ts writes it. Browsers require that something is shown. */
async function showNotification(data) {
  const { title, body, url, lang, tag } = data.json();
  const options = { body, lang, icon: '/icons/192.png', badge: '/icons/192.png', data: { url } };
  await self.registration.showNotification(title, tag === null ? options : { ...options, tag });
}

/**
 * The page goes through /link-actions, which chooses the company. A window that shows that page already is used again; others
 * are left alone, because somebody may be typing there.
 */
async function openPage(address) {
  const { pathname, search } = new URL(address);
  const url = new URL(pathname + search, self.location.origin);
  const target = new URL(url.searchParams.get('to') ?? '/', url.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find((one) => one.url === target.href);
  if (!shown) return self.clients.openWindow(url.href);
  await shown.focus();
  await shown.navigate(url.href);
}

/** Of this release before others. Compressed or not: the content is the same. */
async function stored(request) {
  const options = { ignoreVary: true };
  const own = await caches.open(release);
  return (await own.match(request, options)) ?? caches.match(request, options);
}
