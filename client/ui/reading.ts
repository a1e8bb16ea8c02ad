// Whether somebody reads a list: points at it, or has the focus in it. What others change does not move it meanwhile.

import { type FocusEvent, type PointerEvent, useState } from 'react';

export function useReading() {
  const [isReading, setReading] = useState(false);
  return {
    isReading,
    /** For the element around the list. */
    reading: {
      tabIndex: -1,
      onPointerEnter: () => setReading(true),
      onPointerLeave: ({ currentTarget }: PointerEvent) => setReading(currentTarget.contains(document.activeElement)),
      onFocus: () => setReading(true),
      onBlur: (event: FocusEvent) => setReading(isWithin(event)),
    },
  };
}

const isWithin = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
