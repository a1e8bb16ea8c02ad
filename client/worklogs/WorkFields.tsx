import type { ReactNode } from 'react';
import type { Policies } from '#domain/policies.ts';
import type { TaskKind } from '#domain/projects.ts';
import { type Timing, timings } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { Segmented } from '../ui/Segmented.tsx';
import { AmountField, type AmountProps } from './AmountField.tsx';
import { EntryDayField } from './EntryDayField.tsx';
import { isByDuration } from './entry.ts';
import { LengthFields } from './LengthFields.tsx';
import { TimedFields } from './TimedFields.tsx';
import classes from './worklogs.module.css';

type Props = AmountProps & {
  kind: TaskKind;
  zone: string;
  policies: Pick<Policies, 'times'>;
  chooseTiming: (timing: Timing) => void;
  /** What is wrong with the times, directly below them. */
  children?: ReactNode;
};

/** What the kind of the task and the company ask for: start and end, a duration, or an amount. */
export function WorkFields({ kind, policies, chooseTiming, children, ...props }: Props) {
  if (kind === 'expense') return <ExpenseFields {...props} />;
  const isShort = isByDuration(props.entry);
  const isRequiredAgain = policies.times === 'required' && isShort;
  return (
    <>
      {(policies.times === 'optional' || isShort) && (
        <TimingSwitch timing={isShort ? 'duration' : 'times'} onChange={chooseTiming} />
      )}
      {isShort ? (
        <LengthFields {...props} note={isRequiredAgain ? m.worklog_times_required_again() : null} />
      ) : (
        <TimedFields {...props}>{children}</TimedFields>
      )}
    </>
  );
}

/** An expense has a date and an amount, and no times. */
const ExpenseFields = (props: AmountProps) => (
  <div className={classes.expense}>
    <EntryDayField entry={props.entry} errors={props.errors} onChange={props.onChange} />
    <AmountField {...props} isRequired />
  </div>
);

const labels = { times: m.worklog_timing_times, duration: m.worklog_timing_duration };

type SwitchProps = { timing: Timing; onChange: (timing: Timing) => void };

const TimingSwitch = ({ timing, onChange }: SwitchProps) => (
  <Segmented
    isWide
    label={m.worklog_timing()}
    options={timings.map((value) => ({ value, label: labels[value]() }))}
    value={timing}
    onChange={onChange}
  />
);
