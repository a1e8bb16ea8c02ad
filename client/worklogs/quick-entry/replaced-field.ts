// The panel replaces the field that was typed into while it was loaded.

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

type InputRef = RefObject<HTMLInputElement | null>;

/** Moves the focus and the cursor; `onReplaced` removes the old field before anything is painted. `onReady` runs after that. */
export function useReplacedField(
  field: InputRef,
  replaces: InputRef,
  onReplaced: () => void,
  onReady: () => void,
): void {
  const replace = useEffectEvent(() => {
    const [old, own] = [replaces.current, field.current];
    if (old && own && document.activeElement === old) {
      own.focus();
      own.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
    onReplaced();
  });
  const ready = useEffectEvent(onReady);
  useLayoutEffect(() => replace(), []);
  useEffect(() => ready(), []);
}

/** Closed by the page around it, perhaps before the server answered. */
export function useLeftWhenUnmounted(hasLeft: RefObject<boolean>): void {
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, [hasLeft]);
}
