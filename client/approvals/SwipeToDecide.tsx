import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { m } from '#locales/messages.js';
import classes from './swipe.module.css';
import { mayBegin, type Swipe, type SwipeStart, swipeOf } from './swipe.ts';

type Props = {
  /** What is swiped; its part with the buttons is not. */
  area: RefObject<HTMLElement | null>;
  /** As of the buttons, so that the same is required. */
  onDecide: (decision: 'approve' | 'reject') => void;
};

/** Decides by swiping on a touch screen, and shows what lifting the finger would do. */
export function SwipeToDecide({ area, onDecide }: Props) {
  const swipe = useSwipe(area, onDecide);
  if (!swipe) return null;
  const isApproval = swipe.decision === 'approve';
  const Icon = isApproval ? Check : X;
  return (
    <div className={classes.verdict} data-decision={swipe.decision} data-far={swipe.isFar || undefined} aria-hidden>
      <span>
        <Icon size={24} />
        {isApproval ? m.approvals_approve() : m.approvals_reject()}
      </span>
    </div>
  );
}

function useSwipe(area: Props['area'], onDecide: Props['onDecide']): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const decide = useEffectEvent(onDecide);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const ending = new AbortController();
    const { signal } = ending;
    let start: SwipeStart | null = null;
    let current: Swipe | null = null;
    const show = (next: Swipe | null) => {
      current = next;
      element.toggleAttribute('data-swiping', next !== null);
      element.style.setProperty('--swipe', `${next?.offsetPx ?? 0}px`);
      setSwipe(next);
    };
    const end = () => {
      start = null;
      show(null);
    };
    const begin = (event: PointerEvent) => {
      end();
      const touched = { x: event.clientX, y: event.clientY, width: window.innerWidth };
      if (event.pointerType === 'touch' && event.isPrimary && isSwipeable(event, element) && mayBegin(touched))
        start = touched;
    };
    const move = (event: PointerEvent) => {
      if (!start || !event.isPrimary) return;
      const next = swipeOf(start, { x: event.clientX, y: event.clientY }, current ? 'begun' : 'not begun');
      // From now on, lifting the finger presses no link or button of the worklog.
      if (next && !current) element.setPointerCapture(event.pointerId);
      if (next) show(next);
    };
    const lift = () => {
      const last = current;
      end();
      if (last?.isFar) decide(last.decision);
    };
    element.toggleAttribute('data-swipeable', true);
    element.addEventListener('pointerdown', begin, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', lift, { signal });
    // The browser scrolls, or a second finger zooms.
    element.addEventListener('pointercancel', end, { signal });
    return () => {
      ending.abort();
      end();
      element.removeAttribute('data-swipeable');
    };
  }, [area]);
  return swipe;
}

/** Not the part with the buttons, text fields, and what scrolls sideways by itself. */
function isSwipeable({ target }: PointerEvent, area: HTMLElement): boolean {
  if (!(target instanceof Element) || target.closest('[data-bottom-bar], input, textarea, select')) return false;
  for (let at: Element | null = target; at && at !== area; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
  return true;
}
