import { useState } from 'react';
import type { Day } from '#domain/calendar.ts';
import { maxCopyDays } from '#domain/copies.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DaysCalendar } from '../../ui/DaysCalendar.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { formatDay } from '../../ui/format.ts';
import { problemText } from '../../ui/problem-text.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { describeWorklog } from '../describe.ts';
import { usePolicies } from '../loader.ts';
import { useToday } from '../today.ts';
import type { ShownEntry } from '../unsent/entry.ts';
import { CopyResults } from './CopyResults.tsx';
import classes from './copies.module.css';
import { isPossibleTarget, nextWeekdays, restOfWeek } from './copy-days.ts';
import { type CopySource, isExpense, isSelectedByDefault, isWaiting, useCopySources } from './sources.ts';
import { useCopies } from './use-copies.ts';

type Props = { day: Day | null; onClose: () => void };

/** Copies worklogs of a day onto other days: selection, preview, and the result of each copy. */
export function CopyDayDialog({ day, onClose }: Props) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(day);
  if (day && day !== shown) setShown(day);
  return (
    <Dialog isOpen={day !== null} onClose={onClose} title={shown ? m.copies_title({ day: formatDay(shown) }) : ''}>
      {shown && <Contents key={shown} day={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Contents({ day, onClose }: { day: Day; onClose: () => void }) {
  const { sources, isPending, error, refetch } = useCopySources(day);
  const copies = useCopies(day);
  if (copies.hasResults) return <CopyResults copies={copies} onClose={onClose} />;
  if (error && sources.length === 0) return <ErrorState error={error} onRetry={refetch} />;
  if (isPending) return <SkeletonRows rows={4} />;
  return <Choice day={day} sources={sources} error={error} copies={copies} />;
}

/** `error`: why only what waits on this device is offered. */
type ChoiceProps = {
  day: Day;
  sources: readonly CopySource[];
  error: unknown;
  copies: ReturnType<typeof useCopies>;
};

function Choice({ day, sources, error, copies }: ChoiceProps) {
  const [toggledIds, setToggledIds] = useState<ReadonlySet<string>>(new Set());
  const isSelected = (one: CopySource): boolean => isSelectedByDefault(one) !== toggledIds.has(one.id);
  const [days, setDays] = useState<Day[]>([]);
  const chosen = sources.filter(isSelected);
  const count = chosen.length * days.length;
  return (
    <Form className={classes.choice} onSubmit={() => count > 0 && copies.send(chosen, days)}>
      <fieldset className={classes.part}>
        <legend>{m.copies_what()}</legend>
        {sources.map((one) => (
          <Checkbox
            key={one.id}
            checked={isSelected(one)}
            onChange={() => setToggledIds(toggled(toggledIds, one.id))}
            label={
              <>
                {describeWorklog(one)}
                {isExpense(one) && <span className="dimmed small"> {m.copies_expense()}</span>}
                {isWaiting(one) && <span className="dimmed small"> {waitingText(one)}</span>}
              </>
            }
          />
        ))}
        {error !== null && <p className="small">{problemText(error)}</p>}
      </fieldset>
      <DaysPart day={day} days={days} onChange={setDays} />
      {copies.error !== null && <Alert tone="error">{problemText(copies.error)}</Alert>}
      <div className={classes.foot}>
        <p role="status">
          {count === 0 ? m.copies_choose() : `${m.copies_preview({ count })}: ${days.map(formatDay).join(', ')}`}
        </p>
        <Button type="submit" loading={copies.isSending} disabled={count === 0}>
          {count === 0 ? m.copies_submit() : m.copies_do({ count })}
        </Button>
      </div>
    </Form>
  );
}

function DaysPart({ day, days, onChange }: { day: Day; days: readonly Day[]; onChange: (days: Day[]) => void }) {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { data: policies } = usePolicies();
  const isOpen = (one: Day): boolean => policies !== undefined && isPossibleTarget(one, day, today, policies);
  const add = (more: readonly Day[]) => {
    const all = [...new Set([...days, ...more.filter(isOpen)])].sort();
    onChange(all.slice(0, maxCopyDays));
  };
  const presets = [
    { label: m.copies_rest_of_week(), days: restOfWeek(day, weekStartsOn) },
    { label: m.copies_next_week(), days: nextWeekdays(day, weekStartsOn) },
  ];
  return (
    <fieldset className={classes.part}>
      <legend>{m.copies_where()}</legend>
      <div className={classes.shortcuts}>
        {presets.map(({ label, days: presetDays }) => (
          <Button
            key={label}
            variant="default"
            size="compact-sm"
            disabled={!presetDays.some(isOpen)}
            title={presetDays.some(isOpen) ? undefined : m.copies_none_left()}
            onClick={() => add(presetDays)}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          disabled={days.length === 0}
          onClick={() => onChange([])}
        >
          {m.copies_clear()}
        </Button>
      </div>
      <DaysCalendar
        value={days}
        near={day}
        weekStartsOn={weekStartsOn}
        isSelectable={isOpen}
        onChange={(next) => onChange(next.slice(0, maxCopyDays))}
      />
    </fieldset>
  );
}

const waitingText = ({ refusedCode }: ShownEntry): string =>
  refusedCode === null ? m.unsent_state() : m.unsent_state_refused();

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
