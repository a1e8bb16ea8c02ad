// Whether the pointer or the focus is within an element, such as a list whose rows must not move meanwhile.

import { type FocusEvent, type PointerEvent, useState } from 'react';

export function useReading() {
  const [isReading, setReading] = useState(false);
  return {
    isReading,
    /** Props of the element. */
    reading: {
      tabIndex: -1,
      onPointerEnter: () => setReading(true),
      onPointerLeave: ({ currentTarget }: PointerEvent) => setReading(currentTarget.contains(document.activeElement)),
      onFocus: () => setReading(true),
      onBlur: (event: FocusEvent) => setReading(staysWithin(event)),
    },
  };
}

const staysWithin = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
