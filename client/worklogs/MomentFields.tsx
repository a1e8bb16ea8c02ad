import { Button, Radio } from '@mantine/core';
import { useId } from 'react';
import { isDay } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { DayField } from '../ui/DayField.tsx';
import type { Moment } from './entry.ts';
import type { Mistake } from './mistakes.ts';
import { TimeField } from './TimeField.tsx';
import classes from './worklogs.module.css';

type Props = {
  labels: { day: string; time: string };
  /** Said where the clocks are not the company's. */
  zone: string | null;
  value: { day: string; time: string; offset: string };
  moment: Moment;
  /** Fills in what is left out of a typed day. */
  near: string;
  mistake: Mistake | undefined;
  /** What is wrong is told there, for both fields. */
  describedBy?: string | undefined;
  onDay: (day: string, before: string) => void;
  onTime: (time: string) => void;
  onOffset: (offset: string) => void;
};

/** A date and a time; where the clocks change, which one is meant. */
export function MomentFields({
  labels,
  zone,
  value,
  moment,
  near,
  mistake,
  describedBy,
  onDay,
  onTime,
  onOffset,
}: Props) {
  const timeId = useId();
  const isToldElsewhere = describedBy !== undefined;
  const description = isToldElsewhere ? { 'aria-describedby': describedBy } : {};
  const offsets = moment.state === 'twice' || moment.state === 'ready' ? moment.offsets : [];
  const isAsking = offsets.length > 0 || moment.state === 'missing';
  const message = mistake?.message ?? null;
  return (
    <>
      <DayField
        required
        withAsterisk={false}
        label={labels.day}
        value={value.day}
        near={near}
        onChange={onDay}
        error={isToldElsewhere || (!isDay(value.day) && message)}
        {...description}
      />
      <TimeField
        id={timeId}
        label={zone ? m.worklog_time_in_zone({ label: labels.time, zone }) : labels.time}
        value={value.time}
        onChange={onTime}
        error={isToldElsewhere || (isAsking ? message !== null : (value.time === '' || isDay(value.day)) && message)}
        {...description}
      />
      {offsets.length > 0 && (
        <Radio.Group
          className={classes.which ?? ''}
          label={m.worklog_time_twice()}
          value={value.offset}
          onChange={onOffset}
          error={message}
        >
          <div className={classes.choices}>
            {offsets.map((offset, index) => (
              <Radio
                key={offset}
                value={offset}
                label={index === 0 ? m.worklog_first_time({ offset }) : m.worklog_second_time({ offset })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {moment.state === 'missing' && (
        <div className={classes.which} role="status">
          <p>{m.worklog_time_missing()}</p>
          {moment.nearest.map((wall) => (
            <Button
              key={wall}
              variant="default"
              size="compact-sm"
              onClick={() => {
                onTime(wall.slice(11));
                document.getElementById(timeId)?.focus();
              }}
            >
              {m.worklog_use_time({ time: wall.slice(11) })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
