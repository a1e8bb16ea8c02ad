import type { ReactNode } from 'react';
import classes from './popup.module.css';
import { type PopupOptions, type PopupTrigger, usePopup } from './popup.ts';

type Props = PopupOptions & {
  label: string;
  /** Renders the button that opens it, with the given props. */
  button: (trigger: PopupTrigger) => ReactNode;
  children: (close: () => void) => ReactNode;
  className?: string | undefined;
};

/** A small panel opened by a button. */
export function Popup({ label, button, children, className = '', ...options }: Props) {
  const { isMounted, isOpen, close, trigger, panel } = usePopup(options);
  return (
    <>
      {button(trigger)}
      {isMounted && (
        <div {...panel} role="dialog" aria-label={label} className={`${classes.panel} ${className}`}>
          {isOpen && children(close)}
        </div>
      )}
    </>
  );
}
