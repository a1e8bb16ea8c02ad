// Work that follows the first frame of a component.

import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * The initial value in the first frame, then the value, whose later changes are deferred. Not `useDeferredValue(value, initial)`:
 * within a page that is still loading, React 19.3 renders that again and again for up to 300 ms, instead of waiting.
 */
export function useDeferred<T>(value: T, initial: T): T {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => startTransition(() => setMounted(true)), []);
  const deferred = useDeferredValue(value);
  return isMounted ? deferred : initial;
}
