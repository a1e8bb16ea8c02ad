// What opens beside a button, by the browser's own popover: it lies above everything, closes on Escape and on a press
// elsewhere, and gives the focus back.

import { type ToggleEvent, useId, useRef, useState } from 'react';

export type PopupLook = { align?: 'start' | 'end'; width?: number; onToggle?: (isOpen: boolean) => void };

export type PopupTrigger = ReturnType<typeof usePopup>['trigger'];

export function usePopup({ align = 'start', width = 280, onToggle }: PopupLook) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const beforeToggle = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || !button.current || !panel.current) return;
    place(panel.current, button.current.getBoundingClientRect(), align, width);
    setOpen(true);
    onToggle?.(true);
  };
  const afterToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState === 'open') return focusFirst(currentTarget);
    setOpen(false);
    onToggle?.(false);
  };
  return {
    isOpen,
    open: () => panel.current?.showPopover(),
    close: () => panel.current?.hidePopover(),
    trigger: { ref: button, popoverTarget: id, 'aria-expanded': isOpen },
    panel: { ref: panel, id, popover: 'auto', onBeforeToggle: beforeToggle, onToggle: afterToggle },
  } as const;
}

const gap = 4;
const edge = 8;

/** Under the button, or over it where there is more room; never beyond the window. */
function place(panel: HTMLElement, button: DOMRect, align: 'start' | 'end', width: number): void {
  const { innerWidth, innerHeight } = window;
  const wanted = align === 'start' ? button.left : button.right - width;
  const left = Math.max(edge, Math.min(wanted, innerWidth - width - edge));
  const isBelow = button.bottom < innerHeight * 0.6;
  const room = isBelow ? innerHeight - button.bottom : button.top;
  const lengths = {
    left: `${left}px`,
    width: `${Math.min(width, innerWidth - 2 * edge)}px`,
    top: isBelow ? `${button.bottom + gap}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - button.top + gap}px`,
    'max-height': `${room - gap - edge}px`,
  };
  for (const [name, value] of Object.entries(lengths)) panel.style.setProperty(name, value);
}

const focusable = 'input:not(:disabled), button:not(:disabled), a[href], [tabindex]';

const focusFirst = (panel: HTMLElement): void => panel.querySelector<HTMLElement>(focusable)?.focus();
