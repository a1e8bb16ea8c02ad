import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import classes from './toast.module.css';
import { hideToast, toastTimeoutMs, useIsCovered, useToast } from './toast.ts';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** One message at a time at the bottom; it stays while a pointer, the focus or a dialog is on it. */
export function ToastBar() {
  const { message, type, isDisplayed, action, serial } = useToast();
  const [isHeld, setHeld] = useState(false);
  const isCovered = useIsCovered();
  const Icon = icons[type];
  const holding = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <section className={classes.toastPlace} aria-label={m.shell_messages()}>
      {isDisplayed && !isHeld && !isCovered && <Timeout key={serial} />}
      <div role={type === 'error' ? 'alert' : 'status'}>
        {isDisplayed && (
          <div className={classes.toast} data-type={type} {...holding}>
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

/** A new message starts the time anew. */
function Timeout() {
  useEffect(() => {
    const timer = setTimeout(hideToast, toastTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
