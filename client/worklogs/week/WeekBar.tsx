import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Suspense } from 'react';
import { addDays } from '#domain/calendar.ts';
import { totalsOfWorklogs } from '#domain/totals.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { formatDayRange } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { DurationText } from '../../ui/texts.tsx';
import { RejectedSum } from '../../worklog/RejectedSum.tsx';
import type { VisibleDays } from './use-visible-days.ts';
import type { WeekOutline } from './use-week-model.ts';
import classes from './week.module.css';

const WeekCalendar = lazyPart(() => import('../../ui/WeekCalendar.tsx').then((file) => file.WeekCalendar));

type Props = { days: VisibleDays; week: WeekOutline };

/** The current week, and navigation to other weeks. */
export function WeekBar({ days, week }: Props) {
  const { weekStartsOn } = useCompany();
  const first = week.days[0]?.column.day ?? days.start;
  const sum = totalsOfWorklogs(
    week.worklogs.filter(({ day }) => day >= first && day <= addDays(first, week.days.length - 1)),
  );
  const last = addDays(days.start, days.count - 1);
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <IconButton
          variant="default"
          aria-label={days.isWhole ? m.week_previous() : m.week_earlier_days()}
          onClick={() => days.step(-1)}
        >
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <IconButton
          variant="default"
          aria-label={days.isWhole ? m.week_next() : m.week_later_days()}
          onClick={() => days.step(1)}
        >
          <ChevronRight size={18} aria-hidden />
        </IconButton>
      </div>
      <Popup
        label={m.week_choose()}
        className={classes.calendar}
        width={300}
        button={(trigger) => (
          <Button {...trigger} variant="default" leftSection={<CalendarDays size={16} aria-hidden />}>
            <span className="visually-hidden">{m.week_choose()}: </span>
            <span className="numeric">{formatDayRange(days.start, last)}</span>
          </Button>
        )}
      >
        {(close) => (
          <Suspense fallback={<SkeletonRows rows={6} height={36} />}>
            <WeekCalendar
              value={days.start}
              weekStartsOn={weekStartsOn}
              onChoose={(day) => {
                days.goTo(day);
                close();
              }}
            />
          </Suspense>
        )}
      </Popup>
      {!week.shown.some(({ isToday }) => isToday) && (
        <Button variant="subtle" onClick={days.goToday}>
          {days.isWhole ? m.ui_this_week() : m.worklogs_today()}
        </Button>
      )}
      <p className={classes.total}>
        <RejectedSum rejected={sum.rejected} /> <span className="dimmed small">{m.week_sum()}</span>{' '}
        <DurationText minutes={sum.minutes} />
      </p>
    </div>
  );
}
