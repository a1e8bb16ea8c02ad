import { useState } from 'react';
import { maxNotesLength } from '#domain/worklog-fields.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../../auth.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDay, formatTimeOfDay } from '../../ui/format.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { TextField } from '../../ui/TextField.tsx';
import { DayText } from '../../ui/texts.tsx';
import { PlannedLine } from './PlannedLine.tsx';
import { type PlannedChange, sentChanges } from './plan.ts';
import { SheetResults } from './SheetResults.tsx';
import type { SheetTask } from './sheet.ts';
import classes from './timesheet.module.css';
import { showSubmittedToast } from './undo-timesheet.ts';
import { type Outcome, useSubmitTimesheet } from './use-submit-timesheet.ts';
import type { Timesheet } from './use-timesheet.ts';

type Props = { isOpen: boolean; timesheet: Timesheet; onClose: () => void; onClosed: () => void };

/** What will be submitted, and after that what was refused. */
export function ReviewDialog({ isOpen, onClosed, ...props }: Props) {
  const { id: companyId } = useCompany();
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const [untried, setUntried] = useState(0);
  const submission = useSubmitTimesheet();
  const close = () => {
    if (submission.progress !== null) return;
    if (outcomes) showSubmittedToast(companyId, outcomes);
    setOutcomes(null);
    props.onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} onClosed={onClosed} title={m.timesheet_preview()} size="large">
      {outcomes ? (
        <SheetResults outcomes={outcomes} untried={untried} onClose={close} />
      ) : (
        <Preview
          {...props}
          {...submission}
          onDone={(done, left) => {
            setUntried(left);
            if (done.every(({ worklog }) => worklog !== null)) {
              showSubmittedToast(companyId, done);
              props.onClose();
            } else setOutcomes(done);
          }}
        />
      )}
    </Dialog>
  );
}

type PreviewProps = Pick<Props, 'timesheet' | 'onClose'> &
  ReturnType<typeof useSubmitTimesheet> & { onDone: (outcomes: Outcome[], untried: number) => void };

function Preview({ timesheet, submit, progress, onClose, onDone }: PreviewProps) {
  const { week, zone, planFacts } = timesheet;
  // What is sent is what was shown, also if the sheet changes while it is being sent.
  const [sending, setSending] = useState<PlannedChange[] | null>(null);
  const [confirmOverlap, setConfirmOverlap] = useState(false);
  const [hasTried, setTried] = useState(false);
  const plan = sending ?? timesheet.plan();
  const sent = sentChanges(plan).filter(({ overlapping }) => overlapping.length === 0 || confirmOverlap);
  const unsent = plan.filter(({ problem }) => problem !== null);
  const noted = planFacts.policies.requireNotes ? tasksOfNew(sent) : [];
  const isNoteMissing = ({ taskId }: SheetTask) => (week.draft.notes[taskId] ?? '').trim() === '';
  const save = async () => {
    setTried(true);
    if (noted.some(isNoteMissing)) return;
    setSending(plan);
    const outcomes = await submit(sent, { notes: week.draft.notes, confirmOverlap, zone });
    const saved = outcomes.filter(({ worklog }) => worklog !== null);
    timesheet.type(Object.fromEntries(saved.map(({ change }) => [change.cell.key, ''])));
    timesheet.setRefused(
      Object.fromEntries(
        outcomes.flatMap(({ change, worklog, error }) => (worklog ? [] : [[change.cell.key, error] as const])),
      ),
    );
    setSending(null);
    onDone(outcomes, sent.length - outcomes.length);
  };
  return (
    <div className={classes.preview}>
      <TimesNote sent={sent} timesheet={timesheet} />
      {[...Map.groupBy(plan, ({ cell }) => cell.day)].map(([day, changes]) => (
        <section key={day} aria-label={formatDay(day)}>
          <h3>
            <DayText day={day} />
          </h3>
          <ul className={classes.planned}>
            {changes.map((change) => (
              <PlannedLine key={change.cell.key} change={change} policies={planFacts.policies} zone={zone} />
            ))}
          </ul>
        </section>
      ))}
      {noted.map((task) => (
        <TextField
          key={task.taskId}
          label={m.timesheet_notes({ task: isolated(task.taskName) })}
          description={projectTitle(task)}
          value={week.draft.notes[task.taskId] ?? ''}
          maxLength={maxNotesLength}
          required
          error={hasTried && isNoteMissing(task) ? m.reason_worklog_notes_required() : undefined}
          onChange={({ currentTarget }) => week.writeNotes(task.taskId, currentTarget.value)}
        />
      ))}
      {sentChanges(plan).some(({ overlapping }) => overlapping.length > 0) && (
        <Checkbox
          label={m.worklog_overlap_confirm()}
          description={m.worklog_overlap_may()}
          checked={confirmOverlap}
          onChange={({ currentTarget }) => setConfirmOverlap(currentTarget.checked)}
        />
      )}
      <div className={classes.actions}>
        <p role="status">
          {progress !== null && m.timesheet_sending({ done: progress, all: sent.length })}
          {progress === null && unsent.length > 0 && m.timesheet_not_sent({ count: unsent.length })}
        </p>
        <Button variant="default" onClick={onClose} disabled={progress !== null}>
          {m.ui_cancel()}
        </Button>
        {sent.length > 0 && (
          <Button onClick={save} loading={progress !== null} data-autofocus>
            {m.timesheet_submit({ count: sent.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** How new worklogs get their times. */
function TimesNote({ sent, timesheet }: { sent: readonly PlannedChange[]; timesheet: Timesheet }) {
  const { policies, usualStart } = timesheet.planFacts;
  if (sent.every(({ cell }) => cell.amends !== null)) return null;
  const isPlaced = policies.times === 'required';
  return (
    <p className="dimmed">
      {isPlaced ? m.timesheet_placed({ time: formatTimeOfDay(usualStart) }) : m.timesheet_durations()}
    </p>
  );
}

const tasksOfNew = (changes: readonly PlannedChange[]): SheetTask[] => [
  ...new Map(
    changes.filter(({ cell }) => cell.amends === null).map(({ cell }) => [cell.task.taskId, cell.task]),
  ).values(),
];
