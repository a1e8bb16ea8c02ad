import { useId } from 'react';
import { isDay } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { Button } from '../ui/Button.tsx';
import { DayField } from '../ui/DayField.tsx';
import { formatDay, formatTimeOfDay } from '../ui/format.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TimeField } from '../ui/TimeField.tsx';
import type { AmbiguousInstant, ResolvedMoment } from './entry.ts';
import type { EntryError } from './entry-errors.ts';
import classes from './worklogs.module.css';
import { clockName } from './zone.ts';

type Props = {
  labels: { day: string; time: string };
  zone: string;
  /** Shown if the zone is not the company's. */
  zoneLabel: string | null;
  value: { day: string; time: string; offset: string };
  moment: ResolvedMoment;
  /** Completes a partly typed day. */
  near: string;
  error: EntryError | undefined;
  /** Id of an element that shows the error for both fields. */
  describedBy?: string | undefined;
  onDay: (day: string, before: string) => void;
  onTime: (time: string) => void;
  onOffset: (offset: string) => void;
  /** Chooses an existing day and time in place of one that does not exist. */
  onNearest: (day: string, time: string) => void;
};

/** A date and a time; for ambiguous times also the choice between the two. */
export function MomentFields({
  labels,
  zone,
  zoneLabel,
  value,
  moment,
  near,
  error,
  describedBy,
  onDay,
  onTime,
  onOffset,
  onNearest,
}: Props) {
  const timeId = useId();
  const isErrorElsewhere = describedBy !== undefined;
  const description = isErrorElsewhere ? { 'aria-describedby': describedBy } : {};
  const twins = moment.state === 'twice' || moment.state === 'ready' ? moment.twins : [];
  const isUnresolved = twins.length > 0 || moment.state === 'missing';
  const message = error?.message ?? null;
  return (
    <>
      <DayField
        required
        label={labels.day}
        value={value.day}
        near={near}
        onChange={onDay}
        error={isErrorElsewhere || (!isDay(value.day) && message)}
        {...description}
      />
      <TimeField
        id={timeId}
        label={zoneLabel ? m.worklog_time_in_zone({ label: labels.time, zone: zoneLabel }) : labels.time}
        value={value.time}
        onChange={onTime}
        error={
          isErrorElsewhere || (isUnresolved ? message !== null : (value.time === '' || isDay(value.day)) && message)
        }
        {...description}
      />
      {twins.length > 0 && (
        <AmbiguousTimeChoice twins={twins} zone={zone} chosen={value.offset} error={message} onChoose={onOffset} />
      )}
      {moment.state === 'missing' && (
        <div className={classes.clockChangeChoice} role="status">
          <p>{m.worklog_time_missing()}</p>
          <div className={classes.suggestions}>
            {moment.nearest.map((wall) => (
              <Button
                key={wall}
                variant="default"
                size="compact-sm"
                onClick={() => {
                  onNearest(wall.slice(0, 10), wall.slice(11));
                  document.getElementById(timeId)?.focus();
                }}
              >
                {nearestLabel(wall, value.day)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** If the clocks change at midnight, the nearest time is on another day. */
function nearestLabel(wall: string, day: string): string {
  const time = formatTimeOfDay(wall.slice(11));
  return m.worklog_use_time({ time: wall.startsWith(day) ? time : `${formatDay(wall.slice(0, 10))}, ${time}` });
}

type AmbiguousTimeProps = {
  twins: readonly AmbiguousInstant[];
  zone: string;
  chosen: string;
  error: string | null;
  onChoose: (offset: string) => void;
};

/** The choice between a time before and after the clocks go back; never guessed. */
const AmbiguousTimeChoice = ({ twins, zone, chosen, error, onChoose }: AmbiguousTimeProps) => (
  <RadioGroup
    className={classes.clockChangeChoice}
    label={m.worklog_time_twice()}
    options={twins.map(({ offset, at }, index) => {
      const clock = clockName(zone, at, getLocale());
      return { value: offset, label: index === 0 ? m.worklog_first_time({ clock }) : m.worklog_second_time({ clock }) };
    })}
    value={chosen}
    onChange={onChoose}
    error={error}
  />
);
