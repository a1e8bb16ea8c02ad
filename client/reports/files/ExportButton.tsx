import DownloadIcon from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { stringifySearch } from '../../routing/search-params.ts';
import { showToast } from '../../shell/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { within } from '../filter.ts';
import type { Report } from '../use-report.ts';
import { download, FileRefused } from './download.ts';
import { ExportChoices, type FileChoice } from './ExportChoices.tsx';
import classes from './files.module.css';

/** A file of exactly what is shown. It goes on while the panel is closed; a long one tells how much has come. */
export function ExportButton({ report }: { report: Report }) {
  const [bytes, setBytes] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  const start = async (choice: FileChoice) => {
    const abort = new AbortController();
    controller.current = abort;
    setBytes(0);
    try {
      await download(addressOf(report, choice), { signal: abort.signal, onProgress: setBytes });
      showToast(m.reports_exported(), { type: 'success' });
    } catch (error) {
      if (!abort.signal.aborted) showToast(refusalText(error), { type: 'error' });
    }
    setBytes(null);
  };
  return (
    <Popup
      label={m.reports_export()}
      className={classes.panel}
      align="end"
      width={320}
      button={(trigger) => (
        <Button {...trigger} variant="default" leftSection={<DownloadIcon size={16} aria-hidden />}>
          {bytes === null ? m.reports_export() : m.reports_exporting()}
        </Button>
      )}
    >
      {() =>
        bytes === null ? (
          <ExportChoices report={report} onStart={start} />
        ) : (
          <div className={classes.progress} role="status">
            <p>{m.reports_export_received({ size: sizeText(bytes) })}</p>
            <span className={classes.running} aria-hidden />
            <Button variant="default" onClick={() => controller.current?.abort()}>
              {m.ui_cancel()}
            </Button>
          </div>
        )
      }
    </Popup>
  );
}

const refusalText = (error: unknown): string =>
  error instanceof FileRefused && error.message !== '' ? error.message : problemText(error);

const addressOf = ({ company, asked, place }: Report, choice: FileChoice): string =>
  `/api/v1/companies/${company.id}/reports/file${stringifySearch({
    ...within(asked, place),
    ...choice,
    language: getLocale(),
  })}`;

/** "640 kB", "12.4 MB" */
function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}
