// What opens beside a button, by the browser's own popover: it lies above everything, closes on Escape and on a press
// elsewhere, and gives the focus back.

import { type MouseEvent, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';

export type PopupLook = { align?: 'start' | 'end'; width?: number; onToggle?: (isOpen: boolean) => void };

export type PopupTrigger = ReturnType<typeof usePopup>['trigger'];

export function usePopup({ align = 'start', width = 280, onToggle }: PopupLook) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // Until it is asked for the first time there is only the button, of which a list has many.
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const open = () => (isMade ? panel.current?.showPopover() : setMade(true));
  const openFirst = (event: MouseEvent) => {
    // By the end of this press the panel is there, and the same press would close it again.
    event.preventDefault();
    open();
  };
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
  useEffect(() => {
    if (isMade) panel.current?.showPopover();
  }, [isMade]);
  return {
    isMade,
    isOpen,
    open,
    close: () => panel.current?.hidePopover(),
    trigger: {
      ref: button,
      'aria-expanded': isOpen,
      ...(isMade ? { popoverTarget: id } : { onClick: openFirst }),
    },
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
