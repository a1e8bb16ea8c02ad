import { formatMinutes } from '#domain/duration.ts';
import { getLocale } from '#locales/runtime.js';
import { useStore } from '../../storage.ts';
import { type DayColumn, hourMs } from './days.ts';
import { clockText } from './describe.ts';
import { draftStore } from './draft.ts';
import { piecesOf } from './layout.ts';
import { hourHeight, lowestBlock } from './measures.ts';
import classes from './week.module.css';

/** A preview of the worklog that is being dragged or moved by keyboard, at its new position. */
export function Ghost({ column, zone, first }: { column: DayColumn; zone: string; first: number }) {
  const draft = useStore(draftStore);
  if (!draft) return null;
  const { span } = draft.landing;
  const ghost = { id: '', startsAt: new Date(span.from).toISOString(), endsAt: new Date(span.to).toISOString() };
  return piecesOf(column, [ghost]).map(({ top, bottom }) => (
    <div
      key={column.day}
      className={classes.ghost}
      aria-hidden
      style={{
        top: (top - first) * hourHeight,
        height: Math.max(lowestBlock, (bottom - top) * hourHeight) - 1,
        borderInlineStartColor: draft.worklog ? `var(--project-${draft.worklog.colour})` : 'var(--accent)',
      }}
    >
      {draft.worklog && <span className={classes.ghostTask}>{draft.worklog.taskName}</span>}
      <span className={classes.ghostTime}>{clockText(span, zone)}</span>
      <span className={classes.ghostLength}>{formatMinutes((span.to - span.from) / (hourMs / 60), getLocale())}</span>
    </div>
  ));
}
