import { Suspense, useEffect, useRef } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { ExpenseFields } from './ExpenseFields.tsx';
import { atTime } from './entry.ts';
import { FormFooter } from './FormFooter.tsx';
import { focusFirstMistake } from './focus.ts';
import { History } from './History.tsx';
import { NewerNotice } from './NewerNotice.tsx';
import { NotesField } from './NotesField.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { FormTarget } from './search.ts';
import { editedIn, type Subject } from './subject.ts';
import { TaskPicker } from './TaskPicker.tsx';
import { TimedFields } from './TimedFields.tsx';
import { useWorklogForm } from './use-worklog-form.ts';
import type { FormEvents } from './WorklogDrawer.tsx';
import { WorklogFacts } from './WorklogFacts.tsx';
import classes from './worklogs.module.css';

const ReceiptsField = lazyPart(() => import('./receipts/ReceiptsField.tsx').then((file) => file.ReceiptsField));

export type Found = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;
export type LoggableTasks = Pick<ApiOutput<'GET /companies/{companyId}/loggable-tasks'>, 'found' | 'hasMore'>;
export type LoggableTask = LoggableTasks['found'][number];

type Props = FormEvents & {
  target: FormTarget;
  subject: Subject;
  /** The first page of tasks; the picker loads others. */
  tasks: LoggableTasks;
  policies: Company;
};

/** Add Worklog and Edit Worklog: saving is submitting. */
export function WorklogForm({ target, subject, tasks, policies, onSaved, onCancel, onWithdraw }: Props) {
  const { currency } = useCompany();
  const node = useRef<HTMLFormElement>(null);
  const edited = editedIn(subject);
  const form = useWorklogForm({ target, subject, tasks: tasks.found, policies, onSaved });
  const submit = async (options?: { confirmOverlap: boolean }) => {
    if (!(await form.submit(options))) focusFirstMistake(node.current);
  };
  // A timer that could not be saved opens with the reason, which may be below the fold. Deferred until the drawer has taken the focus.
  useEffect(() => {
    if (target.form === 'timer') setTimeout(() => focusFirstMistake(node.current));
  }, [target.form]);
  const fieldProps = { entry: form.kept.entry, mistakes: form.mistakes, onChange: form.kept.change };
  return (
    <form
      ref={node}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        {edited && <WorklogFacts worklog={edited} />}
        {form.kept.isRestored && form.kept.isDirty && !form.isOutdated && <DraftNotice onDiscard={form.kept.discard} />}
        {form.isOutdated && <NewerNotice subject={subject} kept={form.kept} />}
        <TaskPicker
          tasks={form.tasks}
          hasMore={tasks.hasMore}
          {...fieldProps}
          onChange={form.chooseTask}
          isFirst={!edited}
        />
        {form.kind === 'timed' ? (
          <TimedFields {...fieldProps} zone={form.zone} currency={currency} />
        ) : (
          <ExpenseFields {...fieldProps} currency={currency} />
        )}
        <Suspense fallback={<div className={classes.receiptsPlace} />}>
          <ReceiptsField
            entry={form.kept.entry}
            onChange={form.kept.change}
            error={form.mistakes.receipts?.message}
            onOpen={form.setOpenFiles}
          />
        </Suspense>
        <NotesField {...fieldProps} isRequired={policies.requireNotes} />
        <RefusalNotice
          error={form.refusal}
          zone={form.zone}
          day={form.kept.entry.day}
          onUse={(free) => {
            form.kept.change(atTime(form.kept.entry, free, form.zone));
            // The button disappears with the refusal, so the focus moves to the submit button.
            node.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
          mayConfirm={policies.overlaps === 'flag'}
          isSaving={form.isSaving}
          onConfirm={() => submit({ confirmOverlap: true })}
        />
        {subject.form === 'worklog' && <History found={subject.found} currency={currency} />}
      </div>
      <FormFooter
        label={labelOf(edited)}
        isSaving={form.isSaving}
        onCancel={onCancel}
        onWithdraw={edited?.actions.withdraw === true ? () => onWithdraw(edited) : null}
      />
    </form>
  );
}

function labelOf(edited: Worklog | null): string {
  if (!edited) return m.worklog_submit();
  return edited.status === 'rejected' ? m.worklog_submit_again() : m.worklog_save();
}
