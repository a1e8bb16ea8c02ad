import { m } from '#locales/messages.js';

/** While it is unknown who is signed in. The same picture as in index.html, so nothing moves. */
export function LoadingScreen() {
  return (
    <div className="loading-screen">
      <img src="/favicon.svg" alt="Daybook" width={48} height={48} />
      <div className="loading-bar" role="progressbar" aria-label={m.shell_loading()} />
    </div>
  );
}
