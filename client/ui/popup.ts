// A panel opened by a button, as a native popover: in the top layer, closed by Escape and by a click outside, and it restores
// the focus.

import { type MouseEvent, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';

export type PopupOptions = { align?: 'start' | 'end'; width?: number; onToggle?: (isOpen: boolean) => void };

export type PopupTrigger = ReturnType<typeof usePopup>['trigger'];

export function usePopup({ align = 'start', width = 280, onToggle }: PopupOptions) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The panel is mounted on first use: a list has many such buttons.
  const [isMounted, setMounted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const open = () => (isMounted ? panel.current?.showPopover() : setMounted(true));
  const openFirst = (event: MouseEvent) => {
    // The panel is mounted before the click ends, and the same click would close it again.
    event.preventDefault();
    open();
  };
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    // A button that another width of the window hides has no place.
    if (box?.width) position(panel.current, box, align, width);
    else panel.current?.hidePopover();
  };
  const beforeToggle = ({ newState }: ToggleEvent) => {
    if (newState !== 'open') return;
    place();
    setOpen(true);
    onToggle?.(true);
  };
  const afterToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') return focusFirst(currentTarget);
    setOpen(false);
    onToggle?.(false);
  };
  useEffect(() => {
    if (isMounted) panel.current?.showPopover();
  }, [isMounted]);
  // A phone that is turned, or its keyboard.
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  });
  return {
    isMounted,
    isOpen,
    open,
    close: () => panel.current?.hidePopover(),
    trigger: {
      ref: button,
      'aria-expanded': isOpen,
      ...(isMounted ? { popoverTarget: id } : { onClick: openFirst }),
    },
    panel: { ref: panel, id, popover: 'auto', onBeforeToggle: beforeToggle, onToggle: afterToggle },
  } as const;
}

const gapPx = 4;
const marginPx = 8;

/** Below the button, or above it in the lower part of the window; never outside of the window. */
function position(panel: HTMLElement | null, button: DOMRect, align: 'start' | 'end', width: number): void {
  const { innerWidth, innerHeight } = window;
  const aligned = align === 'start' ? button.left : button.right - width;
  const left = Math.max(marginPx, Math.min(aligned, innerWidth - width - marginPx));
  const isBelow = button.bottom < innerHeight * 0.6;
  const available = isBelow ? innerHeight - button.bottom : button.top;
  const lengths = {
    left: `${left}px`,
    width: `${Math.min(width, innerWidth - 2 * marginPx)}px`,
    top: isBelow ? `${button.bottom + gapPx}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - button.top + gapPx}px`,
    'max-height': `${available - gapPx - marginPx}px`,
  };
  for (const [name, value] of Object.entries(lengths)) panel?.style.setProperty(name, value);
}

const focusable = 'input:not(:disabled), button:not(:disabled), a[href], [tabindex]';

/** Unless something in it has focused itself. */
function focusFirst(panel: HTMLElement): void {
  if (!panel.contains(document.activeElement)) panel.querySelector<HTMLElement>(focusable)?.focus();
}
