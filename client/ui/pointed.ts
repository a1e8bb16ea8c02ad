// Asking ahead: while somebody points at a control, for what it would show.

const restMs = 50;

let timer: ReturnType<typeof setTimeout> | undefined;

/** For the control. A pointer that only passes over it asks nothing; a finger comes down without resting. */
export const pointed = (ask: () => void) => ({
  onPointerEnter: () => {
    clearTimeout(timer);
    timer = setTimeout(ask, restMs);
  },
  onPointerLeave: () => clearTimeout(timer),
  onPointerDown: ask,
  onFocus: ask,
});
