// Runs before the first paint: applies the stored theme and language (also to what an installation shows), and starts the requests
// for the session and for what the page shows first. It also keeps the offer of the browser to install Daybook.
(() => {
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') ?? {};
    } catch {
      return {};
    }
  };
  const settings = stored('settings');
  const isChosen = settings.theme === 'light' || settings.theme === 'dark';
  const isDark = isChosen ? settings.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.lang = settings.locale === 'id' ? 'id' : 'en';
  if (settings.locale === 'id') document.querySelector('link[rel=manifest]').href = '/manifest-id.webmanifest';
  // A returning user is probably still signed in: no form should flash.
  const { isAuthenticated, user } = stored('auth');
  if (isAuthenticated === true) document.documentElement.dataset.returning = '';
  const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang };
  window.daybookSession = firstSession();
  // After that, the session of this device is used, if it has one (decision 083).
  const silence = new Promise((resolve) => setTimeout(resolve, 4_000));
  window.daybookSessionInTime = Promise.race([window.daybookSession, silence]);
  window.daybookFirstRequest = firstRequest();
  // The browser offers the installation before the application listens; the offer in the menu of the browser remains.
  addEventListener('beforeinstallprompt', (offer) => {
    window.daybookInstallOffer = offer;
  });

  // Undefined if the server, or a proxy's way to it, does not respond.
  function firstSession() {
    return fetch('/api/v1/session', { headers, signal: AbortSignal.timeout(30_000) })
      .then(async (response) => {
        const isUnreached = response.status >= 502 && response.status <= 504;
        return isUnreached ? undefined : { isOk: response.ok, text: await response.text() };
      })
      .catch(() => undefined);
  }

  // What a page asked for first at the last visit of this address is requested now. That is only a guess: the page takes the response if
  // it asks for the same, and the server refuses the request if somebody else is signed in.
  function firstRequest() {
    const key = 'first-requests';
    const firstOf = {
      '/approvals': /\/worklogs\?.*access=decide.*&page=/,
      '/dashboard': /\/dashboard$/,
      '/reports': /\/reports\?/,
      '/worklogs': /\/worklogs\?workerIds=[^&]*&from=[^&]*&to=/,
    };
    const { pathname } = location;
    const [search, url] = stored(key)[pathname] ?? [];
    const isLikely = isAuthenticated === true && typeof user?.uid === 'string' && search === location.search;
    let text = isLikely ? requestText(url) : undefined;
    let remembered;
    return {
      take: ({ url: wanted, init }) => {
        if (init.method !== 'GET') return undefined;
        if (firstOf[location.pathname]?.test(wanted) && location.href !== remembered) {
          remembered = location.href;
          remember(key, wanted);
        }
        if (location.pathname !== pathname) text = undefined;
        // Who is signed in now: the server has named them since.
        const taken = wanted === url && stored('auth').user?.uid === user?.uid ? text : undefined;
        if (taken) text = undefined;
        return taken;
      },
      drop: (changed) => {
        if (changed.length > 0) text = undefined;
      },
    };
  }

  function remember(key, url) {
    try {
      localStorage.setItem(key, JSON.stringify({ ...stored(key), [location.pathname]: [location.search, url] }));
    } catch {
      // Full or denied: the next visit requests its data later.
    }
  }

  function requestText(url) {
    const options = { headers: { ...headers, 'daybook-person': user.uid }, signal: AbortSignal.timeout(30_000) };
    const text = fetch(url, options)
      .then((response) => (response.ok ? response.text() : undefined))
      .catch(() => undefined);
    // If the server does not respond in time, the page may show a copy instead.
    const unlessInTime = (session) => (session ? text : undefined);
    return Promise.race([text, window.daybookSessionInTime.then(unlessInTime)]);
  }
})();
