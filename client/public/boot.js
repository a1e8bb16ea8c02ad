// Runs before the first paint: the stored theme and language, and the question who is signed in.
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
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = settings.locale === 'id' ? 'id' : 'en';
  // Who was signed in most likely still is: no form flashes by.
  if (stored('auth').isAuthenticated === true) document.documentElement.dataset.returning = '';
  window.daybookSession = fetch('/api/v1/session', {
    headers: { accept: 'application/json', 'accept-language': document.documentElement.lang },
  });
  window.daybookSession.catch(() => {});
})();
