import WifiOff from 'lucide-react/icons/wifi-off';
import { m } from '#locales/messages.js';
import { useConnection } from '../connection.ts';
import classes from './app-chrome.module.css';

/** Shown while the server is unreachable. It pushes the rest of the page down. */
export function ConnectionBar() {
  const { isReachable } = useConnection();
  return (
    <div role="status" className={classes.connectionPlace}>
      {!isReachable && (
        <div ref={publishHeight} className={classes.connection}>
          <WifiOff size={16} aria-hidden />
          <span>{navigator.onLine ? m.shell_server_unreached() : m.shell_offline()}</span>
        </div>
      )}
    </div>
  );
}

/** Publishes the height of the bar as a CSS variable, for everything that is sticky or lies over the page. */
function publishHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--connection-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--connection-height');
  };
}
