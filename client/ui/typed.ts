// What is typed into a search shows at once; the server is asked when the hands rest, and only for the last of it.

import { useEffect, useRef, useState } from 'react';

const restMs = 200;

/** `typed` stands in the field; `onRest` hears it, without spaces around, when nothing more was typed for a moment. */
export function useTyped(initial: string, onRest: (text: string) => void) {
  const [typed, setTyped] = useState(initial);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onRest(text.trim()), restMs);
  };
  return { typed, type };
}
