import { useState } from 'react';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDay, formatTimeOfDay } from '../../ui/format.ts';
import { clockName } from '../zone.ts';
import type { ClockQuestion } from './changes.ts';
import classes from './week.module.css';

type Props = { question: ClockQuestion | null; onChoose: (at: number | null) => void };

/** Asks which time is meant after a worklog was dropped at a time that does not exist or happens twice on its day. */
export function ClockChangeDialog({ question, onChoose }: Props) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  if (!shown) return null;
  const { isMissing, wall, options, zone } = shown;
  const inOrder = options.toSorted((a, b) => a.at - b.at);
  const time = formatTimeOfDay(wall.slice(11));
  const title = isMissing ? m.week_missing_title({ time }) : m.week_twice_title({ time });
  return (
    <Dialog isOpen={question !== null} onClose={() => onChoose(null)} title={title}>
      <p className={classes.clockChangeDay}>{formatDay(wall.slice(0, 10))}</p>
      <p>{isMissing ? m.worklog_time_missing() : m.worklog_time_twice()}</p>
      <div className={classes.choices}>
        {inOrder.map((option, index) => (
          <Button
            key={option.at}
            variant={option.at === options[0]?.at ? 'filled' : 'default'}
            {...(option.at === options[0]?.at ? { 'data-autofocus': true } : {})}
            onClick={() => onChoose(option.at)}
          >
            {isMissing
              ? nearestLabel(option.wall, wall)
              : whichLabel(index, clockName(zone, new Date(option.at), getLocale()))}
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={() => onChoose(null)}>
          {m.ui_cancel()}
        </Button>
      </div>
    </Dialog>
  );
}

/** If the clocks change at midnight, the nearest time is on another day. */
function nearestLabel(wall: string, intended: string): string {
  const day = wall.slice(0, 10);
  const time = formatTimeOfDay(wall.slice(11));
  return m.worklog_use_time({ time: day === intended.slice(0, 10) ? time : `${formatDay(day)}, ${time}` });
}

const whichLabel = (index: number, clock: string): string =>
  index === 0 ? m.worklog_first_time({ clock }) : m.worklog_second_time({ clock });
