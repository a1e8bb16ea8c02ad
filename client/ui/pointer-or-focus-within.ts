// Whether the pointer or the focus is within an element, such as a list whose rows must not move meanwhile.

import { type FocusEvent, type PointerEvent, useState } from 'react';

export function usePointerOrFocusWithin() {
  const [isWithin, setWithin] = useState(false);
  return {
    isWithin,
    /** Props of the element. */
    withinProps: {
      tabIndex: -1,
      onPointerEnter: () => setWithin(true),
      onPointerLeave: ({ currentTarget }: PointerEvent) => setWithin(currentTarget.contains(document.activeElement)),
      onFocus: () => setWithin(true),
      onBlur: (event: FocusEvent) => setWithin(staysWithin(event)),
    },
  };
}

const staysWithin = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
