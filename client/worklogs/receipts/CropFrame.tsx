import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { m } from '#locales/messages.js';
import classes from './crop.module.css';
import { type Corner, type CropArea, corners, moveCorner, moveFrame } from './crop-frame.ts';

type Props = { frame: CropArea; onChange: (frame: CropArea) => void; children: ReactNode };

const labels: Record<Corner, () => string> = {
  topLeft: m.receipts_crop_top_left,
  topRight: m.receipts_crop_top_right,
  bottomLeft: m.receipts_crop_bottom_left,
  bottomRight: m.receipts_crop_bottom_right,
};

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const step = 0.01;

const percent = (share: number): string => `${share * 100}%`;

/** A frame over a photo. Its corners, and the whole of it, are moved by a finger, the mouse or the arrow keys. */
export function CropFrame({ frame, onChange, children }: Props) {
  const hintId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: CropArea } | null>(null);
  const { left, top, right, bottom } = frame;
  const position = {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  };

  const dragProps = (move: (from: CropArea, x: number, y: number) => CropArea) => ({
    'aria-describedby': hintId,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, from: frame };
    },
    onPointerMove: (event: PointerEvent) => {
      const area = stage.current?.getBoundingClientRect();
      if (!drag.current || !area) return;
      const { x, y, from } = drag.current;
      onChange(move(from, (event.clientX - x) / area.width, (event.clientY - y) / area.height));
    },
    onLostPointerCapture: () => {
      drag.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const direction = directions[event.key];
      if (!direction) return;
      event.preventDefault();
      const distance = event.shiftKey ? step * 10 : step;
      onChange(move(frame, direction[0] * distance, direction[1] * distance));
    },
  });

  return (
    <>
      <div className={classes.stage}>
        <div ref={stage} className={classes.photo}>
          {children}
          <div className={classes.shade} aria-hidden>
            <div className={classes.kept} style={position} />
          </div>
          <button
            type="button"
            className={classes.frame}
            style={position}
            aria-label={m.receipts_crop_frame()}
            {...dragProps(moveFrame)}
          />
          {corners.map((corner) => (
            <button
              key={corner}
              type="button"
              className={classes.corner}
              data-corner={corner}
              style={{
                left: percent(corner.endsWith('Left') ? left : right),
                top: percent(corner.startsWith('top') ? top : bottom),
              }}
              aria-label={labels[corner]()}
              {...dragProps((from, x, y) => moveCorner(from, corner, x, y))}
            />
          ))}
        </div>
      </div>
      <p id={hintId} className={`${classes.hint} dimmed small`}>
        {m.receipts_crop_hint()}
      </p>
    </>
  );
}
