import { m } from '#locales/messages.js';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './files.module.css';

export type FileFormatChoice = { format: 'csv' | 'xlsx'; style: 'local' | 'plain' };

type Props = { choice: FileFormatChoice; onChange: (change: Partial<FileFormatChoice>) => void; fault: string };

/** The format and style of a file, and why the last one failed. */
export const FileFormat = ({ choice: { format, style }, onChange, fault }: Props) => (
  <>
    <Segmented
      label={m.reports_export_format()}
      value={format}
      onChange={(chosen) => onChange({ format: chosen })}
      options={[
        { value: 'xlsx', label: 'XLSX' },
        { value: 'csv', label: 'CSV' },
      ]}
    />
    <Segmented
      label={m.reports_export_style()}
      value={style}
      onChange={(chosen) => onChange({ style: chosen })}
      options={[
        { value: 'local', label: m.reports_export_local() },
        { value: 'plain', label: m.reports_export_plain() },
      ]}
    />
    <p className={classes.note}>{style === 'local' ? m.reports_export_local_note() : m.reports_export_plain_note()}</p>
    {fault !== '' && (
      <p className={classes.exportError} role="alert">
        {fault}
      </p>
    )}
  </>
);
