import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import classes from './files.module.css';
import type { FileProgress } from './save-file.ts';

type Props = { progress: FileProgress; onCancel: () => void };

/** Announced once; the changing numbers are hidden from screen readers. */
export function ExportProgress({ progress: { rowsWritten, rowsExpected }, onCancel }: Props) {
  // Rows may be added meanwhile, so the count is limited to the expected total.
  const total = rowsExpected === null ? null : Math.max(rowsExpected, rowsWritten);
  return (
    <div className={classes.progress}>
      <p role="status">{m.reports_export_saving()}</p>
      {total === null || rowsWritten === 0 ? (
        <span className={`loading-bar ${classes.running}`} aria-hidden />
      ) : (
        <ProgressBar value={rowsWritten} max={total} label={m.reports_exporting()} />
      )}
      {rowsWritten > 0 && (
        <p className={classes.note}>
          {total === null
            ? m.reports_export_rows({ written: formatNumber(rowsWritten) })
            : m.reports_export_rows_of({ written: formatNumber(rowsWritten), total: formatNumber(total) })}
        </p>
      )}
      <Button variant="default" onClick={onCancel}>
        {m.ui_cancel()}
      </Button>
    </div>
  );
}
