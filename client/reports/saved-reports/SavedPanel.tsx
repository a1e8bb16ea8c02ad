import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { useApiMutation } from '../../queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Form } from '../../ui/Form.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Report } from '../use-report.ts';
import { SavedRow } from './SavedRow.tsx';
import classes from './saved.module.css';
import { shownReportInput } from './saved-report-path.ts';
import { savedReportsQuery } from './saved-reports-query.ts';

type Props = { report: Report; onClose: () => void };

/** The saved reports, pinned first, and a form for saving the shown one. */
export function SavedPanel({ report, onClose }: Props) {
  const { id: companyId } = useCompany();
  const list = useQuery(savedReportsQuery(companyId));
  return (
    <>
      <h2 className={classes.title}>{m.reports_saved()}</h2>
      {list.data ? (
        list.data.reports.length === 0 ? (
          <p className="dimmed">{m.reports_saved_none()}</p>
        ) : (
          <ul className={classes.list}>
            {list.data.reports.map((saved) => (
              <SavedRow key={saved.id} saved={saved} onOpen={onClose} />
            ))}
          </ul>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <SkeletonRows rows={3} />
      )}
      <SaveForm report={report} />
    </>
  );
}

function SaveForm({ report }: Pick<Props, 'report'>) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = useApiMutation('POST /companies/{companyId}/saved-reports', { invalidates: ['saved-reports'] });
  const content = shownReportInput(report);
  const submit = () => {
    save.mutate(
      { companyId: report.company.id, ...content, name, isShared, isPinned: true },
      { onSuccess: () => setName('') },
    );
  };
  return (
    <Form className={classes.form} onSubmit={submit}>
      <TextField
        label={m.reports_save_as()}
        description={content.range === 'days' ? m.reports_save_days() : m.reports_save_moving()}
        value={name}
        required
        maxLength={100}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={save.isError && problemText(save.error)}
      />
      <Checkbox
        label={m.reports_save_shared()}
        checked={isShared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
      <Button type="submit" loading={save.isPending}>
        {m.reports_save()}
      </Button>
    </Form>
  );
}
