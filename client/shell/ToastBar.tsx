import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './toast.module.css';
import { hideToast, toastTimeoutMs, useIsToastPaused, useToast } from './toast.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** One toast at a time; its timeout is paused while it is hovered, focused or covered by a dialog. */
export function ToastBar() {
  const { message, type, isDisplayed, action, serial } = useToast();
  const [isHovered, setHovered] = useState(false);
  const isPaused = useIsToastPaused();
  const Icon = icons[type];
  const hoverHandlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setHovered(true),
    onBlur: () => setHovered(false),
  };
  return (
    <section className={classes.toastPlace} aria-label={m.shell_messages()}>
      {isDisplayed && !isHovered && !isPaused && <Timeout key={serial} />}
      <div role={type === 'error' ? 'alert' : 'status'}>
        {isDisplayed && (
          <div className={classes.toast} data-type={type} {...hoverHandlers}>
            <Icon size={18} aria-hidden className={classes.toastIcon} />
            <span className={classes.toastMessage}>{message}</span>
            {action && (
              <Button
                size="compact-sm"
                variant="subtle"
                className={classes.toastAction ?? ''}
                onClick={() => {
                  hideToast();
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <button type="button" aria-label={m.shell_close()} onClick={hideToast} className={classes.toastClose}>
              <X size={16} aria-hidden />
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Remounted for each message, which restarts the timeout. */
function Timeout() {
  useEffect(() => {
    const timer = setTimeout(hideToast, toastTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
