import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ComponentProps, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#locales/messages.js';
import { hideToast, toastTimeoutMs, useIsToastPaused, useToast } from '../toast.ts';
import { Button } from './Button.tsx';
import { useTopModal } from './open-modals.ts';
import classes from './toast.module.css';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

/** In the dialog that is open, because everything else is inert; there as a popover, which does not scroll with it. */
export function ToastBar() {
  const dialog = useTopModal();
  return dialog ? createPortal(<ToastMessages popover="manual" ref={showPopover} />, dialog) : <ToastMessages />;
}

/** A dialog that closes while this renders is gone by now; the next render leaves it. */
const showPopover = (section: HTMLElement | null): void => {
  if (section?.isConnected) section.showPopover();
};

/** Where the part cannot be loaded, the toast stays where it is. */
const moveClear = (toast: HTMLElement | null) => {
  if (toast)
    import('./toast-place.ts').then(
      ({ keepClear }) => keepClear(toast),
      () => {},
    );
};

/** One toast at a time; its timeout is paused while it is hovered or focused, and while a dialog asks for it. */
function ToastMessages(place: Pick<ComponentProps<'section'>, 'popover' | 'ref'>) {
  const { message, type, isDisplayed, action, otherAction, serial } = useToast();
  const [isHovered, setHovered] = useState(false);
  const isPaused = useIsToastPaused();
  // A toast that is removed reports neither that the pointer leaves nor a blur.
  if (!isDisplayed && isHovered) setHovered(false);
  useEffect(() => {
    // A further message restarts it.
    if (serial === 0 || !isDisplayed || isHovered || isPaused) return;
    const timer = setTimeout(hideToast, toastTimeoutMs);
    return () => clearTimeout(timer);
  }, [serial, isDisplayed, isHovered, isPaused]);
  const Icon = icons[type];
  const hoverHandlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setHovered(true),
    onBlur: () => setHovered(false),
  };
  return (
    <section {...place} className={classes.toastPlace} aria-label={m.shell_messages()}>
      <div role={type === 'error' ? 'alert' : 'status'}>
        {isDisplayed && (
          <div ref={moveClear} className={classes.toast} data-type={type} {...hoverHandlers}>
            <Icon size={18} aria-hidden className={classes.toastIcon} />
            <span className={classes.toastMessage}>{message}</span>
            <span className={classes.toastActions}>
              {[action, otherAction].map(
                (one) =>
                  one && (
                    <Button
                      key={one.label}
                      size="compact-sm"
                      variant="subtle"
                      className={classes.toastAction ?? ''}
                      onClick={() => {
                        hideToast();
                        one.run();
                      }}
                    >
                      {one.label}
                    </Button>
                  ),
              )}
              <button type="button" aria-label={m.shell_close()} onClick={hideToast} className={classes.toastClose}>
                <X size={16} aria-hidden />
              </button>
            </span>
          </div>
        )}
      </div>
    </section>
  );
}
