import WifiOff from 'lucide-react/icons/wifi-off';
import { m } from '#locales/messages.js';
import { useConnection } from '../live/connection.ts';
import classes from './surroundings.module.css';

/** While the server is not reached: what happened, what is kept, what happens next. It takes its room from all the rest. */
export function ConnectionBar() {
  const { isReached } = useConnection();
  return (
    <div role="status" className={classes.connectionPlace}>
      {!isReached && (
        <div ref={takeRoom} className={classes.connection}>
          <WifiOff size={16} aria-hidden />
          <span>{navigator.onLine ? m.shell_server_unreached() : m.shell_offline()}</span>
        </div>
      )}
    </div>
  );
}

/** As high as the sentence needs at this width, known to whatever sticks to the top or lies over the page. */
function takeRoom(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--connection-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--connection-height');
  };
}
