// Prefetches on hover, focus and touch what a control would show.

const hoverDelayMs = 50;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Props of the control. Hover is delayed, so that a passing pointer prefetches nothing; touch and focus are not. */
export const prefetchOnHover = (prefetch: () => void) => ({
  onPointerEnter: () => {
    clearTimeout(timer);
    timer = setTimeout(prefetch, hoverDelayMs);
  },
  onPointerLeave: () => clearTimeout(timer),
  onPointerDown: prefetch,
  onFocus: prefetch,
});
