import { formatMinutes, hourMs } from '#domain/duration.ts';
import { getLocale } from '#locales/runtime.js';
import { useStore } from '../../storage.ts';
import type { DaySpan } from './days.ts';
import { formatSpan } from './describe.ts';
import { placeBlocks } from './layout.ts';
import { hourHeight, minBlockHeight } from './sizes.ts';
import { timeDraftStore } from './time-draft.ts';
import classes from './week.module.css';

/** A preview of the worklog that is being dragged or moved by keyboard, at its new position. */
export function MovePreview({ column, zone, first }: { column: DaySpan; zone: string; first: number }) {
  const draft = useStore(timeDraftStore);
  if (!draft) return null;
  const { span } = draft.target;
  const ghost = { id: '', startsAt: new Date(span.from).toISOString(), endsAt: new Date(span.to).toISOString() };
  return placeBlocks(column, [ghost]).map(({ top, bottom }) => (
    <div
      key={column.day}
      className={classes.ghost}
      aria-hidden
      style={{
        top: (top - first) * hourHeight,
        height: Math.max(minBlockHeight, (bottom - top) * hourHeight) - 1,
        borderInlineStartColor: draft.worklog ? `var(--project-${draft.worklog.colour})` : 'var(--accent)',
      }}
    >
      {draft.worklog && <span className={classes.ghostTask}>{draft.worklog.taskName}</span>}
      <span className={classes.ghostTime}>{formatSpan(span, zone)}</span>
      <span className={classes.ghostLength}>{formatMinutes((span.to - span.from) / (hourMs / 60), getLocale())}</span>
    </div>
  ));
}
