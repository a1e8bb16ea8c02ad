// State of a search input whose changes are reported debounced.

import { useEffect, useRef, useState } from 'react';

const debounceMs = 200;

/** `typed` is the text of the field; `onSettled` gets the trimmed text when typing has paused. */
export function useDebouncedInput(initial: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(initial);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSettled(text.trim()), debounceMs);
  };
  return { typed, type };
}
