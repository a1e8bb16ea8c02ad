// Runs before the first paint: the stored theme and language, and the question who is signed in.
(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('settings') ?? '{}') ?? {};
  } catch {
    settings = {};
  }
  const theme = settings.theme ?? 'light';
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  document.documentElement.lang = settings.locale === 'id' ? 'id' : 'en';
  window.daybookSession = fetch('/api/v1/session', {
    headers: { accept: 'application/json', 'accept-language': document.documentElement.lang },
  });
  window.daybookSession.catch(() => {});
})();
