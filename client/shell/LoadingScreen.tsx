import { m } from '#locales/messages.js';

/** While the session is loading. The same markup as in index.html, so that nothing moves. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" data-loading="true">
      <img src="/favicon.svg" alt="Daybook" width={48} height={48} />
      <div className="loading-bar" role="progressbar" aria-label={m.shell_loading()} />
    </div>
  );
}
