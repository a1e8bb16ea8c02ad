import type { ReactNode } from 'react';
import type { Policies } from '#domain/policies.ts';
import type { TaskKind } from '#domain/projects.ts';
import { type Timing, timings } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { ExpenseFields } from './ExpenseFields.tsx';
import { isByDuration } from './entry.ts';
import type { EntryFieldProps } from './fields.ts';
import { LengthFields } from './LengthFields.tsx';
import { TimedFields } from './TimedFields.tsx';

type Props = EntryFieldProps & {
  kind: TaskKind;
  zone: string;
  policies: Pick<Policies, 'times'>;
  chooseTiming: (timing: Timing) => void;
  /** Below the amount. */
  amountNote?: string | undefined;
  /** What is wrong with the times, directly below them. */
  children?: ReactNode;
};

/** What the kind of the task and the company ask for: start and end, a duration, or an amount. */
export function WorkFields({ kind, policies, chooseTiming, children, ...props }: Props) {
  const { currency } = useCompany();
  if (kind === 'expense') return <ExpenseFields {...props} currency={currency} />;
  const isShort = isByDuration(props.entry);
  const isRequiredAgain = policies.times === 'required' && isShort;
  return (
    <>
      {(policies.times === 'optional' || isShort) && (
        <TimingSwitch timing={isShort ? 'duration' : 'times'} onChange={chooseTiming} />
      )}
      {isShort ? (
        <LengthFields {...props} currency={currency} note={isRequiredAgain ? m.worklog_times_required_again() : null} />
      ) : (
        <TimedFields {...props} currency={currency}>
          {children}
        </TimedFields>
      )}
    </>
  );
}

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
