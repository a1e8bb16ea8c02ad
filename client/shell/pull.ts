// Pulling the page down to load everything again, where the browser has no such gesture: an installation on the home screen of
// iOS. Elsewhere the browser's own one reloads the page.

import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '../ui/document-keys.ts';

/** The finger moves farther than what it pulls. */
const resistance = 0.5;
const farPx = 64;

/** `navigator.standalone` exists on iOS only. */
export const needsOwnPull = (): boolean => Reflect.get(navigator, 'standalone') === true;

/** How far the page is pulled, and whether that is enough; null while it is not. */
export type Pull = { distancePx: number; isFar: boolean } | null;

export function pullOf(start: { x: number; y: number }, at: { x: number; y: number }): Pull {
  const down = (at.y - start.y) * resistance;
  const isDown = down > 4 && Math.abs(at.x - start.x) < at.y - start.y;
  return isDown ? { distancePx: Math.min(down, farPx * 1.5), isFar: down >= farPx } : null;
}

export function usePull(onPulled: () => void): Pull {
  const [pull, setPull] = useState<Pull>(null);
  const pulled = useEffectEvent(onPulled);
  useEffect(() => {
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true };
    let start: { x: number; y: number } | null = null;
    let current: Pull = null;
    const show = (next: Pull) => {
      if (next !== current) setPull(next);
      current = next;
    };
    const begin = ({ touches: [touch, second] }: TouchEvent) => {
      const isAtTop = window.scrollY <= 0 && !isDialogOpen();
      start = touch && !second && isAtTop ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (start && touch) show(window.scrollY > 0 ? null : pullOf(start, { x: touch.clientX, y: touch.clientY }));
    };
    const end = (event: TouchEvent) => {
      const isDone = event.type === 'touchend' && current?.isFar;
      start = null;
      show(null);
      if (isDone) pulled();
    };
    document.addEventListener('touchstart', begin, options);
    document.addEventListener('touchmove', move, options);
    document.addEventListener('touchend', end, options);
    document.addEventListener('touchcancel', end, options);
    return () => ending.abort();
  }, []);
  return pull;
}
