import Lock from 'lucide-react/icons/lock';
import Plus from 'lucide-react/icons/plus';
import type { MouseEvent } from 'react';
import { hourMs } from '#domain/duration.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { formatDay } from '../../ui/format.ts';
import { DurationText, MoneyList } from '../../ui/texts.tsx';
import type { FormTarget } from '../search.ts';
import { ColumnBackground } from './ColumnBackground.tsx';
import { weekdayAndDate } from './day-parts.ts';
import { instantAt } from './days.ts';
import { formatDayAndSpan, formatSpan } from './describe.ts';
import { freeStopAt, type Stop, worklogKey } from './keyboard-stops.ts';
import type { HourRange, Span } from './layout.ts';
import { MovePreview } from './MovePreview.tsx';
import { hourHeight } from './sizes.ts';
import { UntimedChip } from './UntimedChip.tsx';
import type { WeekDay } from './use-week-model.ts';
import { WorklogBlock } from './WorklogBlock.tsx';
import classes from './week.module.css';

type Props = {
  day: WeekDay;
  zone: string;
  visible: HourRange;
  current: Stop | null;
  onOpen: (target: FormTarget) => void;
  onWrite: (span: Span) => void;
  onPress: (stop: Stop) => void;
};

/** One day: its totals, what has no times, and its hours with the blocks. */
export function DayColumn({ day, zone, visible, current, onOpen, onWrite, onPress }: Props) {
  const { column, blocks, untimed, stops, isToday, isLocked } = day;
  const open = (id: string) => onOpen({ form: 'worklog', id });
  const press = ({ currentTarget, target, clientY }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('button')) return;
    const hour = visible.first + (clientY - currentTarget.getBoundingClientRect().top) / hourHeight;
    const stop = freeStopAt(stops, column, instantAt(column, hour));
    if (stop) onPress(stop);
  };
  // A shortcut for the pointer; keyboard users reach each free time as a button.
  const pressing = { onClick: press };
  const isCurrent = (id: string) => current?.key === worklogKey(column.day, id);
  return (
    <li className={classes.day} data-today={isToday} data-locked={isLocked}>
      <DayHead day={day} />
      <ul className={classes.untimed}>
        {untimed.map((worklog) => (
          <UntimedChip key={worklog.id} worklog={worklog} zone={zone} isCurrent={isCurrent(worklog.id)} onOpen={open} />
        ))}
      </ul>
      <div
        data-hours
        className={classes.hours}
        style={{ height: (visible.last - visible.first) * hourHeight }}
        {...pressing}
      >
        <ColumnBackground column={column} zone={zone} visible={visible} isToday={isToday} />
        <ul className={classes.blocks}>
          {blocks.map((block) => (
            <WorklogBlock
              key={block.worklog.id}
              block={block}
              day={column.day}
              first={visible.first}
              zone={zone}
              isCurrent={isCurrent(block.worklog.id)}
              onOpen={open}
            />
          ))}
        </ul>
        {current?.day === column.day && current.free && (
          <FreeTimeButton stop={current} span={current.free} first={visible.first} zone={zone} onWrite={onWrite} />
        )}
        <MovePreview column={column} zone={zone} first={visible.first} />
      </div>
    </li>
  );
}

function DayHead({ day: { column, sum, isToday, isLocked } }: { day: WeekDay }) {
  const { currency } = useCompany();
  const { weekday, date } = weekdayAndDate(column.day);
  return (
    <div className={classes.dayHead}>
      <h2>
        <span className="visually-hidden">
          {formatDay(column.day)}
          {isToday && `, ${m.worklogs_today()}`}
        </span>
        <span aria-hidden>{weekday}</span>
        <span aria-hidden className={classes.date}>
          {date}
        </span>
        {isLocked && <Lock size={12} aria-label={m.week_locked()} />}
      </h2>
      <p className={classes.daySum} data-empty={sum.minutes === 0}>
        <DurationText minutes={sum.minutes} />
        {sum.expenses.length > 0 && (
          <span className={classes.dayMoney}>
            <MoneyList amounts={sum.expenses} currency={currency} />
          </span>
        )}
      </p>
    </div>
  );
}

type FreeTimeProps = { stop: Stop; span: Span; first: number; zone: string; onWrite: (span: Span) => void };

/** The free time that is selected by keyboard or pointer; visible while it has the focus. */
const FreeTimeButton = ({ stop, span, first, zone, onWrite }: FreeTimeProps) => (
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
