import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { addOpenModal, removeOpenModal } from './open-modals.ts';

export type ModalProps = Pick<ComponentProps<'dialog'>, 'className' | 'aria-label' | 'aria-labelledby'> & {
  isOpen: boolean;
  /** Requested by Escape, a click on the backdrop, or the back gesture of a phone. The owner may keep it open, to ask first. */
  onClose: () => void;
  /** After it was closed and the focus has returned to the element that had it before. */
  onClosed?: (() => void) | undefined;
  /** For lists of links: following one closes it. */
  closesOnLink?: boolean;
  /** Keys other than Escape. */
  onKeyDown?: (event: KeyboardEvent<HTMLDialogElement>) => void;
  children: ReactNode;
};

/**
 * The native modal dialog, without an appearance; Dialog and Drawer have one. The browser makes the rest of the page inert and
 * restores the focus. An element with `data-autofocus` has the initial focus, else the first field, else the heading, else the
 * first control.
 */
export function Modal({ isOpen, onClosed, ...props }: ModalProps) {
  const wasOpen = useRef(false);
  const closed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (wasOpen.current && !isOpen) closed();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen && <OpenModal {...props} />;
}

type OpenProps = Omit<ModalProps, 'isOpen' | 'onClosed'>;

const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean => target === currentTarget;

/** The button that closes comes before the content, and would be the browser's choice. */
const initialFocus = [
  '[data-autofocus]',
  ':is(input, select, textarea):not(:disabled, [type=file], [tabindex="-1"])',
  'h2[tabindex]',
];

function OpenModal({ onClose, closesOnLink = false, onKeyDown, children, ...props }: OpenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOnBackdrop = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    initialFocus
      .map((selector) => element.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus();
    addOpenModal(element);
    return () => {
      removeOpenModal(element);
      // Before it is removed, so that the browser restores the focus.
      element.close();
    };
  }, []);
  const click = (event: MouseEvent) => {
    // Not a click on the row or card whose button opened it.
    event.stopPropagation();
    // Not where a selection of text ends on the backdrop.
    const isOnBackdrop = isOwn(event) && isPressedOnBackdrop.current;
    const isOnLink = closesOnLink && event.target instanceof Element && event.target.closest('a') !== null;
    if (isOnBackdrop || isOnLink) onClose();
  };
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // The browser closes an open popover first.
    if (event.currentTarget.querySelector('[popover=auto]:popover-open')) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  // The close request of the browser, where it is not a key. A file field in the dialog has an event of the same name.
  const cancel = (event: SyntheticEvent) => {
    if (!isOwn(event)) return;
    event.preventDefault();
    onClose();
  };
  // The browser lets no dialog refuse two close requests in a row.
  const reopen = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (!isOwn(event) || !event.currentTarget.isConnected) return;
    event.currentTarget.showModal();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      {...props}
      onPointerDown={(event) => {
        isPressedOnBackdrop.current = isOwn(event);
      }}
      onClick={click}
      onKeyDown={press}
      onCancel={cancel}
      onClose={reopen}
    >
      {children}
    </dialog>
  );
}
