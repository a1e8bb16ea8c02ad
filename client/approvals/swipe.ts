// What a finger that moves across the worklog of a review means: to the right approves, to the left rejects. Only the place where
// it is lifted counts, so that moving back takes it back.

export type SwipeStart = { x: number; y: number; width: number };

export type Swipe = {
  /** How far the worklog is moved. */
  offsetPx: number;
  decision: 'approve' | 'reject';
  /** Far enough to decide when the finger is lifted. */
  isFar: boolean;
};

/** Closer to the edge of the window, the gesture is the browser's: back and forward. */
const edgePx = 24;
/** Before that it may still become scrolling. */
const beginPx = 16;
const farShare = 0.35;

export const mayBegin = ({ x, width }: SwipeStart): boolean => x >= edgePx && x <= width - edgePx;

/** Null while it is not (yet) a swipe. */
export function swipeOf(start: SwipeStart, at: { x: number; y: number }, isBegun: 'begun' | 'not begun'): Swipe | null {
  const [across, along] = [at.x - start.x, at.y - start.y];
  const isAcross = Math.abs(across) > beginPx && Math.abs(across) > 2 * Math.abs(along);
  if (isBegun === 'not begun' && !isAcross) return null;
  return {
    offsetPx: across,
    decision: across > 0 ? 'approve' : 'reject',
    isFar: Math.abs(across) >= start.width * farShare,
  };
}
