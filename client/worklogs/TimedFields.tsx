import CalendarX from 'lucide-react/icons/calendar-x-2';
import { type ReactNode, useId, useState } from 'react';
import { addDays, isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { maxWorklogMinutes } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../auth.ts';
import { serverDate } from '../clock.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { parseDuration } from '../ui/duration-text.ts';
import { focusFirstField } from '../ui/focus-on-mount.ts';
import { formatDay, readerZone } from '../ui/format.ts';
import { AmountField, type AmountProps } from './AmountField.tsx';
import { DurationField } from './DurationField.tsx';
import {
  clockChangeMinutes,
  type EntryValues,
  elapsedMinutes,
  entryWithDuration,
  moveEntryToDay,
  resolveEnd,
  resolveStart,
} from './entry.ts';
import { MomentFields } from './MomentFields.tsx';
import { useToday } from './today.ts';
import classes from './worklogs.module.css';
import { zoneLabel, zoneNote } from './zone.ts';

type Props = AmountProps & {
  zone: string;
  /** What is wrong with the times, directly below them. */
  children: ReactNode;
};

/** Start, end, duration and an optional expense. */
export function TimedFields({ entry, errors, onChange, zone, currency, amountNote, children }: Props) {
  const { timeZone } = useCompany();
  const alertId = useId();
  const elapsed = elapsedMinutes(entry, zone);
  const isReversed = errors.end?.code === 'worklog.end-before-start';
  const fitting = fittingEnd(entry, zone);
  const today = useToday(zone);
  const start = resolveStart(entry, zone);
  const end = resolveEnd(entry, zone);
  // A duration that was typed before the start: the end follows as soon as there is one.
  const [waiting, setWaiting] = useState(() => (elapsed === null ? parseDuration(entry.duration) : null));
  const changeStart = (next: EntryValues) => onChange(waiting === null ? next : entryWithDuration(next, waiting, zone));
  const [openedAt] = useState(() => serverDate());
  const note = zoneNote(zone, timeZone, readerZone(), start.state === 'ready' ? start.at : openedAt);
  return (
    <>
      <div className={classes.times}>
        <MomentFields
          labels={{ day: m.worklog_start_date(), time: m.worklog_start_time() }}
          zone={zone}
          zoneLabel={note && zoneLabel(start, zone, note.short)}
          value={{ day: entry.day, time: entry.startTime, offset: entry.startOffset }}
          moment={start}
          near={today}
          error={errors.start}
          onDay={(day, before) => changeStart(moveEntryToDay(entry, day, before))}
          onTime={(startTime) => changeStart({ ...entry, startTime })}
          onOffset={(startOffset) => changeStart({ ...entry, startOffset })}
          onNearest={(day, startTime) => changeStart({ ...entry, day, startTime })}
        />
        <MomentFields
          labels={{ day: m.worklog_end_date(), time: m.worklog_end_time() }}
          zone={zone}
          zoneLabel={note && zoneLabel(end, zone, note.short)}
          value={{ day: entry.endDay, time: entry.endTime, offset: entry.endOffset }}
          moment={end}
          near={isDay(entry.day) ? entry.day : today}
          error={errors.end}
          describedBy={isReversed ? alertId : undefined}
          onDay={(endDay) => onChange({ ...entry, endDay })}
          onTime={(endTime) => {
            setWaiting(null);
            onChange({ ...entry, endTime });
          }}
          onOffset={(endOffset) => onChange({ ...entry, endOffset })}
          onNearest={(endDay, endTime) => onChange({ ...entry, endDay, endTime })}
        />
        <div className={classes.elapsed}>
          <DurationField
            minutes={elapsed}
            waiting={waiting}
            onChange={(minutes) => {
              setWaiting(start.state === 'ready' ? null : minutes);
              onChange(entryWithDuration(entry, minutes, zone));
            }}
          />
          {elapsed !== null && elapsed > 0 && <ClockChange minutes={clockChangeMinutes(entry, zone)} />}
          {fitting && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={({ detail, currentTarget }) => {
                // Pressed with the keyboard, the button would take the focus with it.
                if (detail === 0) focusFirstField(currentTarget.parentElement);
                onChange({ ...entry, endDay: fitting.day });
              }}
            >
              {fitting.label({ day: formatDay(fitting.day) })}
            </Button>
          )}
        </div>
        {note && <p className={`${classes.zone} dimmed small`}>{m.worklog_zone_note({ zone: note.long })}</p>}
      </div>
      {isReversed && (
        <Alert
          id={alertId}
          tone="error"
          icon={<CalendarX size={18} aria-hidden />}
          title={m.worklog_invalid_range()}
          className={classes.refusal ?? ''}
        >
          {errors.end?.message}
        </Alert>
      )}
      {children}
      <AmountField
        entry={entry}
        errors={errors}
        onChange={onChange}
        currency={currency}
        amountNote={amountNote}
        isRequired={false}
      />
    </>
  );
}

/** Explains the elapsed time if the clocks change in between. */
function ClockChange({ minutes }: { minutes: number }) {
  if (minutes === 0) return null;
  const time = formatMinutes(Math.abs(minutes), getLocale());
  return (
    <span className={`${classes.clockChange} small`}>
      {minutes > 0 ? m.worklog_clocks_back({ time }) : m.worklog_clocks_forward({ time })}
    </span>
  );
}

/** The day of the end that the times probably mean: the next one if they are reversed, that of the start if they are too long. */
function fittingEnd(entry: EntryValues, zone: string) {
  const elapsed = elapsedMinutes(entry, zone);
  if (elapsed === null || !isDay(entry.day)) return null;
  if (elapsed <= 0) return { day: addDays(entry.day, 1), label: m.worklog_ends_next_day };
  if (elapsed <= maxWorklogMinutes) return null;
  const onSameDay = elapsedMinutes({ ...entry, endDay: entry.day }, zone) ?? 0;
  return onSameDay > 0 ? { day: entry.day, label: m.worklog_ends_same_day } : null;
}
