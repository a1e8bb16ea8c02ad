// Rows held while the pointer or the focus is within a list, so that changes made by others do not move them.

import { type FocusEvent, type PointerEvent, useState } from 'react';

type Options = {
  /** Identifies the view: rows of another view are never held in this one. */
  view: string;
  /** Also hold the rows without interaction. */
  isHeld?: boolean;
};

export function useHeldRows<Row>({ view, isHeld = false }: Options) {
  const { isWithin, withinProps } = usePointerOrFocusWithin();
  const [snapshot, setSnapshot] = useState<{ view: string; rows: readonly Row[] } | null>(null);
  const isHolding = isWithin || isHeld;
  if (!isHolding && snapshot !== null) setSnapshot(null);
  return {
    /** The rows shown when the interaction began; null without interaction. */
    held: snapshot?.view === view ? snapshot.rows : null,
    /** Called while rendering: holds these rows during an interaction. */
    hold: (rows: readonly Row[]) => {
      if (isHolding && rows.length > 0) setSnapshot({ view, rows });
    },
    /** Shows the current rows and holds them from then on. */
    showNewItems: () => setSnapshot(null),
    withinProps,
  };
}

/** Whether the pointer or the focus is within an element. */
function usePointerOrFocusWithin() {
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
