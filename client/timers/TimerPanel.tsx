import { useRef, useState } from 'react';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { ApiProblem } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { foreignZone } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { projectTitle } from '../ui/project-title.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { TimeField } from '../ui/TimeField.tsx';
import { parseTime } from '../ui/time-text.ts';
import classes from './timer.module.css';
import { type TimerState, useTimerActions } from './timer.ts';

type Props = { running: TimerState; onClose: () => void; onDone: () => void };

/** Edits start and notes of the timer; typed values stay when the server refuses. */
export function TimerPanel({ running: { timer, aheadMs }, onClose, onDone }: Props) {
  const { change, discard, isBusy } = useTimerActions();
  const { start, startOffset } = wallTimeIn(timer.startedAt, timer.zone);
  const [clock, setClock] = useState(start.slice(11));
  const [notes, setNotes] = useState(timer.notes);
  const [isInvalid, setInvalid] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const changedWhileSaving = useRef(false);
  /** Not the one that another device has made since. */
  const seenVersion = useRef(timer.version);
  const zone = foreignZone(timer.startedAt, timer.zone);
  const save = () => {
    const now = Temporal.Instant.fromEpochMilliseconds(Date.now() + aheadMs);
    const time = parseTime(clock);
    if (time === null) return setInvalid(true);
    const moved = time === start.slice(11) ? {} : { start: lastOccurrence(time, timer.zone, now), startOffset };
    changedWhileSaving.current = false;
    setError(null);
    // Changes made while the request was running stay, to be saved as well.
    change({ ...timer, version: seenVersion.current }, { notes, ...moved }).then((isSaved) => {
      if (!isSaved) return;
      seenVersion.current += 1;
      if (!changedWhileSaving.current) onClose();
    }, setError);
  };
  return (
    <Form
      className={classes.fields}
      onInput={() => {
        changedWhileSaving.current = true;
      }}
      onSubmit={save}
    >
      <p className={classes.taskLine}>
        {timer.task ? `${isolated(timer.task.taskName)} · ${projectTitle(timer.task)}` : m.timer_no_task()}
      </p>
      <TimeField
        label={zone ? m.timer_started_in({ zone }) : m.timer_started()}
        value={clock}
        onChange={(time) => {
          setInvalid(false);
          setClock(time);
        }}
        error={isInvalid ? m.worklog_time_unreadable() : fieldErrorText(error)}
      />
      <TextArea
        label={m.worklog_notes()}
        rows={3}
        maxLength={maxNotesLength}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {error !== null && !fieldErrorText(error) && (
        <p role="alert" className={classes.error}>
          {problemText(error)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy}>
          {m.timer_save()}
        </Button>
        {timer.stoppedAt !== null && (
          <Button variant="default" onClick={() => change(timer, { resume: true }).then(onClose, setError)}>
            {m.timer_go_on()}
          </Button>
        )}
        <Button variant="subtle" color="red" className={classes.discard} onClick={() => discard(timer).then(onDone)}>
          {m.timer_discard()}
        </Button>
      </div>
    </Form>
  );
}

const fieldErrorText = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.errors.find(({ path }) => path === 'start')?.message : undefined;

/** An instant as local time of the zone with its offset. */
function wallTimeIn(at: string, zone: string): { start: string; startOffset: string } {
  const time = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  return { start: time.toPlainDateTime().toString({ smallestUnit: 'minute' }), startOffset: time.offset };
}

/** The last occurrence of a local time before now: on the previous day where it is later than the current time. */
function lastOccurrence(clock: string, zone: string, now: Temporal.Instant): string {
  const here = now.toZonedDateTimeISO(zone);
  const today = here.toPlainDate().toPlainDateTime(clock);
  const isLater = Temporal.PlainDateTime.compare(today, here.toPlainDateTime()) > 0;
  return today.subtract({ days: isLater ? 1 : 0 }).toString({ smallestUnit: 'minute' });
}
