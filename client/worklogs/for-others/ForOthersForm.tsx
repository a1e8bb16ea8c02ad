import { useRef } from 'react';
import type { Company } from '#contract/companies.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { useCompany } from '../../auth.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { focusFirstError } from '../focus.ts';
import { TagsField } from '../TagsField.tsx';
import { TextFields } from '../TextFields.tsx';
import { WorkFields } from '../WorkFields.tsx';
import { WorklogFormShell } from '../WorklogFormShell.tsx';
import classes from '../worklogs.module.css';
import { CrewField } from './CrewField.tsx';
import { ForOthersResults } from './ForOthersResults.tsx';
import { receiptNote } from './required-receipt.ts';
import { TaskField } from './TaskField.tsx';
import { useForOthers } from './use-for-others.ts';

type Props = { policies: Company; projectId: string | null; onClose: () => void };

export function ForOthersForm({ policies, projectId, onClose }: Props) {
  const { currency } = useCompany();
  const node = useRef<HTMLFormElement>(null);
  const form = useForOthers(policies, projectId);
  const { draft, errors } = form;
  const fieldProps = { entry: draft.entry, errors, onChange: draft.change };
  const isReceiptMissing = errors.amount?.code === 'worklog.receipt-by-worker';
  const amountNote = isReceiptMissing ? undefined : receiptNote({ policies, currency, locale: getLocale() });
  const count = form.people.chosen.length;
  const submit = async () => {
    if (!(await form.submit())) focusFirstError(node.current);
  };
  const correct = () => {
    form.correct();
    // The button disappears with the results.
    setTimeout(() => node.current?.querySelector<HTMLElement>('[data-path=workerIds]')?.focus());
  };
  if (form.results) {
    const shown = { form, results: form.results, overlaps: policies.overlaps };
    return <ForOthersResults {...shown} onCorrect={correct} onClose={onClose} />;
  }
  return (
    <WorklogFormShell
      ref={node}
      onSubmit={submit}
      submitLabel={count === 0 ? m.for_others_submit() : m.for_others_submit_count({ count })}
      isSaving={form.isSaving}
      onCancel={onClose}
    >
      <p className="dimmed small">{m.for_others_text()}</p>
      {draft.isRestored && draft.isDirty && (
        <DraftNotice
          onDiscard={() => {
            draft.discard();
            form.people.change([]);
          }}
        />
      )}
      <TaskField
        taskId={draft.entry.taskId}
        projectId={projectId}
        error={errors.taskId?.message}
        onChange={form.chooseTask}
      />
      <CrewField
        taskId={draft.entry.taskId}
        value={form.people.chosen}
        error={form.peopleError}
        onChange={form.people.change}
      />
      <WorkFields {...fieldProps} {...form} currency={currency} policies={policies} amountNote={amountNote} />
      <TextFields {...fieldProps} required={policies.requireNotes ? ['notes'] : []} />
      <TagsField {...fieldProps} />
      {form.refusal !== null && (
        <Alert tone="error" tabIndex={-1} data-refusal className={classes.refusal ?? ''}>
          {problemText(form.refusal)}
        </Alert>
      )}
    </WorklogFormShell>
  );
}
