// Enter before the list has loaded: its first option is chosen when it arrives, unless the user did something else meanwhile.

import { useEffect, useRef } from 'react';

export function usePendingChoice<T>(choose: (option: T) => void) {
  const pending = useRef<object | null>(null);
  // When the list arrives, other fields may have changed, or the component may be unmounted.
  const latest = useRef<typeof choose | null>(null);
  useEffect(() => {
    latest.current = choose;
    return () => {
      latest.current = null;
    };
  });
  return {
    /** `otherwise` runs when nothing was found. */
    chooseFirst: async (find: () => Promise<T | undefined>, otherwise?: () => void) => {
      const own = {};
      pending.current = own;
      const first = await find();
      if (pending.current !== own || latest.current === null) return;
      pending.current = null;
      if (first === undefined) otherwise?.();
      else latest.current(first);
    },
    cancel: () => {
      pending.current = null;
    },
  };
}
