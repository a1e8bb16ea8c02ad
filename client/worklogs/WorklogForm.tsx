import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DraftNotice } from '../ui/DraftNotice.tsx';
import { HistorySection } from '../worklog/DetailSections.tsx';
import type { FirstFile } from './drafts.ts';
import { type EntryValues, moveEntryToTime } from './entry.ts';
import { conflictingWorklogsOf } from './entry-errors.ts';
import { focusFirstError, focusNotes } from './focus.ts';
import type { LoggableTask, LoggableTasks } from './loader.ts';
import { NewerVersionNotice } from './NewerVersionNotice.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { ReceiptsField } from './receipts/ReceiptsField.tsx';
import type { FormTarget } from './search.ts';
import { editedWorklog, type FormSubject } from './subject.ts';
import { TagsField } from './TagsField.tsx';
import { TaskPicker } from './TaskPicker.tsx';
import { TextFields } from './TextFields.tsx';
import { useWorklogForm } from './use-worklog-form.ts';
import { WorkFields } from './WorkFields.tsx';
import { WorklogFacts } from './WorklogFacts.tsx';
import { WorklogFormShell } from './WorklogFormShell.tsx';
import classes from './worklogs.module.css';

export type FormEvents = {
  onCancel: () => void;
  onSaved: (worklog: Worklog) => void;
  /** It waits on this device. */
  onKept: () => void;
  onWithdraw: (worklog: Worklog) => void;
};

type Props = FormEvents & {
  target: FormTarget;
  subject: FormSubject;
  /** The first page of tasks; the picker loads others. */
  tasks: LoggableTasks;
  policies: Company;
  /** The receipts of a worklog that waits on this device. */
  unsentFiles: readonly FirstFile[];
};

/** Add Worklog and Edit Worklog: saving is submitting. */
export function WorklogForm({ tasks, onCancel, onWithdraw, ...props }: Props) {
  const { target, subject, policies } = props;
  const node = useRef<HTMLFormElement>(null);
  const edited = editedWorklog(subject);
  const form = useWorklogForm({ ...props, tasks: tasks.found });
  const submit = async (options?: { confirmOverlap: boolean }) => {
    if (!(await form.submit(options))) focusFirstError(node.current);
  };
  // A timer that could not be saved opens with the reason, which may be below the fold. Deferred until the drawer has taken the focus.
  const { history } = useRouter();
  useEffect(() => {
    if (target.form === 'timer' || target.form === 'unsent') setTimeout(() => focusFirstError(node.current));
    else if (history.location.state.isForNotes) focusNotes(node.current);
  }, [target.form, history]);
  const fieldProps = { entry: form.draft.entry, errors: form.errors, onChange: form.draft.change };
  // Shown where it can be resolved: a conflict below the times, everything else above the buttons.
  const isConflict = conflictingWorklogsOf(form.refusal) !== null;
  const refusal = (
    <RefusalNotice
      error={form.refusal}
      zone={form.zone}
      day={form.draft.entry.day}
      onUse={(free) => {
        form.draft.change(moveEntryToTime(form.draft.entry, free, form.zone));
        // The button disappears with the refusal, so the focus moves to the submit button.
        node.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
      }}
      canConfirm={policies.overlaps === 'flag'}
      isSaving={form.isSaving}
      onConfirm={() => submit({ confirmOverlap: true })}
    />
  );
  return (
    <WorklogFormShell
      ref={node}
      onSubmit={() => submit()}
      submitLabel={labelOf(edited)}
      isSaving={form.isSaving}
      onCancel={onCancel}
      otherButton={edited?.actions.withdraw === true && <WithdrawButton onClick={() => onWithdraw(edited)} />}
    >
      {edited && <WorklogFacts worklog={edited} />}
      {form.draft.isRestored && form.draft.isDirty && !form.isOutdated && (
        <DraftNotice onDiscard={form.draft.discard} />
      )}
      {form.isOutdated && <NewerVersionNotice subject={subject} draft={form.draft} />}
      <TaskPicker
        tasks={form.tasks}
        hasMore={tasks.hasMore}
        {...fieldProps}
        onChange={form.chooseTask}
        isFirst={!edited}
      />
      <WorkFields {...fieldProps} {...form} policies={policies}>
        {isConflict && refusal}
      </WorkFields>
      <ReceiptsField
        entry={form.draft.entry}
        onChange={form.draft.change}
        error={form.errors.receipts?.message}
        first={form.firstFiles}
        takesShared={target.form === 'new'}
        onFiles={form.acceptFiles}
      />
      <TextFields {...fieldProps} required={policies.requireNotes ? ['notes'] : []} />
      <TagsField {...fieldProps} />
      <BillableField entry={form.draft.entry} tasks={form.tasks} onChange={form.draft.change} />
      {!isConflict && refusal}
      {subject.form === 'worklog' && <HistorySection {...subject.found} />}
    </WorklogFormShell>
  );
}

type BillableProps = { entry: EntryValues; tasks: readonly LoggableTask[]; onChange: (entry: EntryValues) => void };

/** Only in a company in which something is not billable. Unchanged, it follows the task. */
function BillableField({ entry, tasks, onChange }: BillableProps) {
  const { hasUnbillable } = useCompany();
  if (!hasUnbillable) return null;
  const ofTask = tasks.find(({ taskId }) => taskId === entry.taskId)?.isBillable ?? true;
  return (
    <Checkbox
      label={m.billable_field()}
      name="isBillable"
      checked={entry.isBillable === '' ? ofTask : entry.isBillable === 'yes'}
      onChange={({ currentTarget }) => onChange({ ...entry, isBillable: currentTarget.checked ? 'yes' : 'no' })}
    />
  );
}

function labelOf(edited: Worklog | null): string {
  if (!edited) return m.worklog_submit();
  return edited.status === 'rejected' ? m.worklog_submit_again() : m.worklog_save();
}

const WithdrawButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" color="red" onClick={onClick} className={classes.withdraw ?? ''}>
    {m.worklogs_withdraw()}
  </Button>
);
