import WifiOff from 'lucide-react/icons/wifi-off';
import { m } from '#locales/messages.js';
import { useConnection } from '../live/connection.ts';
import classes from './surroundings.module.css';

/** While the server is not reached: what happened, what is kept, what happens next. */
export function ConnectionBar() {
  const { isReached } = useConnection();
  return (
    <div role="status">
      {!isReached && (
        <div className={classes.connection}>
          <WifiOff size={16} aria-hidden />
          <span>{navigator.onLine ? m.shell_server_unreached() : m.shell_offline()}</span>
        </div>
      )}
    </div>
  );
}
