import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { useConnection } from '../connection.ts';
import classes from './app-chrome.module.css';

/** Shown while the server is unreachable. It pushes the rest of the page down. */
export function ConnectionBar() {
  const isReachable = useUnlessPressed(useConnection().isReachable);
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

const retryMs = 100;

/** The value before while something is pressed: if the page moved then, the click would be lost, or be one on something else. */
function useUnlessPressed<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    let timer = 0;
    const show = () => {
      if (document.querySelector(':active')) timer = window.setTimeout(show, retryMs);
      else setShown(value);
    };
    show();
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
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
