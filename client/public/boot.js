// Runs before the first paint: applies the stored theme and language (also to what an installation shows), and starts the request
// for the session.
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
  if (stored('auth').isAuthenticated === true) document.documentElement.dataset.returning = '';
  window.daybookSession = fetch('/api/v1/session', {
    headers: { accept: 'application/json', 'accept-language': document.documentElement.lang },
  });
  window.daybookSession.catch(() => {});
})();
