// Prefetches on hover, focus and touch what a control would show.

const hoverDelayMs = 50;

let hoverTimer: ReturnType<typeof setTimeout> | undefined;

/** Props of the control. Hover is delayed, so that a passing pointer prefetches nothing; touch and focus are not. */
export const prefetchOnHover = (prefetch: () => void) => ({
  onPointerEnter: () => {
    clearTimeout(hoverTimer);
    hoverTimer = setTimeout(prefetch, hoverDelayMs);
  },
  onPointerLeave: () => clearTimeout(hoverTimer),
  onPointerDown: prefetch,
  onFocus: prefetch,
});
