import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { Report } from '../use-report.ts';
import classes from './files.module.css';

export type FileChoice = {
  of: 'worklogs' | 'breakdown' | 'payroll';
  format: 'csv' | 'xlsx';
  style: 'local' | 'plain';
};

type Props = {
  report: Report;
  /** The last choice; kept while a file is written and after a refusal. */
  choice: Partial<FileChoice>;
  onChange: (choice: Partial<FileChoice>) => void;
  fault: string;
  onStart: (choice: FileChoice) => void;
};

/** The content, format and style of the file. */
export function ExportChoices({ report: { choices }, choice: chosen, onChange, fault, onStart }: Props) {
  const isPayroll = choices.view === 'payroll';
  const defaultContent = isPayroll ? 'payroll' : choices.view === 'worklogs' ? 'worklogs' : 'breakdown';
  const contents = [
    ...(isPayroll ? [{ value: 'payroll', label: m.reports_payroll() } as const] : []),
    { value: 'breakdown', label: m.reports_export_breakdown() } as const,
    { value: 'worklogs', label: m.reports_export_worklogs() } as const,
  ];
  const choice: FileChoice = {
    format: 'xlsx',
    style: 'local',
    ...chosen,
    // The last choice may not exist in another view.
    of: contents.find(({ value }) => value === chosen.of)?.value ?? defaultContent,
  };
  return (
    <>
      <Segmented
        label={m.reports_export_of()}
        value={choice.of}
        onChange={(of) => onChange({ ...chosen, of })}
        options={contents}
      />
      <Segmented
        label={m.reports_export_format()}
        value={choice.format}
        onChange={(format) => onChange({ ...chosen, format })}
        options={[
          { value: 'xlsx', label: 'XLSX' },
          { value: 'csv', label: 'CSV' },
        ]}
      />
      <Segmented
        label={m.reports_export_style()}
        value={choice.style}
        onChange={(style) => onChange({ ...chosen, style })}
        options={[
          { value: 'local', label: m.reports_export_local() },
          { value: 'plain', label: m.reports_export_plain() },
        ]}
      />
      <p className={classes.note}>
        {choice.style === 'local' ? m.reports_export_local_note() : m.reports_export_plain_note()}
      </p>
      {fault !== '' && (
        <p className={classes.exportError} role="alert">
          {fault}
        </p>
      )}
      <Button onClick={() => onStart(choice)}>{m.reports_export_start()}</Button>
    </>
  );
}
