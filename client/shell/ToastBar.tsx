import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './toast.module.css';
import { hideToast, toastTimeoutMs, useToast } from './toast.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** One message at a time at the bottom; it stays while a pointer or the focus is on it. */
export function ToastBar() {
  const { message, type, isDisplayed, action, serial } = useToast();
  const [isHeld, setHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message starts the time anew
  useEffect(() => {
    if (!isDisplayed || isHeld) return;
    const timer = setTimeout(hideToast, toastTimeoutMs);
    return () => clearTimeout(timer);
  }, [isDisplayed, isHeld, serial]);
  const Icon = icons[type];
  return (
    <section className={classes.toastPlace} aria-label={m.shell_messages()}>
      <div role={type === 'error' ? 'alert' : 'status'}>
        {isDisplayed && (
          // biome-ignore lint/a11y/noStaticElementInteractions: holding the message is no action of its own
          <div
            className={classes.toast}
            data-type={type}
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
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
