import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { focusFirstField } from '../../ui/focus-on-mount.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { Report } from '../use-report.ts';
import { FileFormat, type FileFormatChoice } from './FileFormat.tsx';
import classes from './files.module.css';

export type FileChoice = FileFormatChoice & { of: 'worklogs' | 'breakdown' | 'payroll' };

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
    <div ref={focusFirstField} className={classes.choices}>
      <Segmented
        label={m.reports_export_of()}
        value={choice.of}
        onChange={(of) => onChange({ ...chosen, of })}
        options={contents}
      />
      <FileFormat choice={choice} onChange={(change) => onChange({ ...chosen, ...change })} fault={fault} />
      <Button onClick={() => onStart(choice)}>{m.reports_export_start()}</Button>
    </div>
  );
}
