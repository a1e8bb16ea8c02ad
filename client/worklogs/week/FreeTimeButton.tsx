import Plus from 'lucide-react/icons/plus';
import { m } from '#locales/messages.js';
import { hourMs } from './days.ts';
import { formatDayAndSpan, formatSpan } from './describe.ts';
import type { Span } from './layout.ts';
import { hourHeight } from './sizes.ts';
import type { Stop } from './stops.ts';
import classes from './week.module.css';

type Props = { stop: Stop; span: Span; first: number; zone: string; onWrite: (span: Span) => void };

/** The free time that is selected by keyboard or pointer; visible while it has the focus. */
export const FreeTimeButton = ({ stop, span, first, zone, onWrite }: Props) => (
  <button
    type="button"
    className={classes.free}
    data-stop={stop.key}
    style={{
      top: (stop.hour - first) * hourHeight,
      height: ((span.to - span.from) / hourMs) * hourHeight - 1,
    }}
    aria-label={m.week_new_at({ when: formatDayAndSpan(span, zone) })}
    onClick={() => onWrite(span)}
  >
    <Plus size={14} aria-hidden />
    <span>{formatSpan(span, zone)}</span>
  </button>
);
