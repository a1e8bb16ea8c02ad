import DownloadIcon from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { showToast } from '../../toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { withSubject } from '../filter.ts';
import type { Report } from '../use-report.ts';
import { ExportChoices, type FileChoice } from './ExportChoices.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import classes from './files.module.css';
import { FileFailed, type FileProgress, saveFile } from './save-file.ts';

/** Exports exactly the shown report as a file. Continues when the panel is closed or the page is left. */
export function ExportButton({ report }: { report: Report }) {
  const [choice, setChoice] = useState<Partial<FileChoice>>({});
  const [coming, setComing] = useState<FileProgress | null>(null);
  const [fault, setFault] = useState('');
  const controller = useRef<AbortController>(null);
  const isInSight = useRef(false);
  const start = async (chosen: FileChoice) => {
    const abort = new AbortController();
    const { signal } = abort;
    controller.current = abort;
    setFault('');
    setComing({ rowsWritten: 0, rowsExpected: null });
    try {
      const ended = await saveFile(fileRequest(report, chosen), { signal, onProgress: setComing });
      if (ended === 'whole') showToast(m.reports_exported(), { type: 'success' });
    } catch (error) {
      const text = faultText(error);
      if (!signal.aborted) setFault(text);
      if (!signal.aborted && !isInSight.current) showToast(text, { type: 'error' });
    }
    setComing(null);
  };
  return (
    <Popup
      label={m.reports_export()}
      className={classes.panel}
      align="end"
      width={320}
      onToggle={(isOpen) => {
        isInSight.current = isOpen;
      }}
      button={(trigger) => (
        <Button {...trigger} variant="default" leftSection={<DownloadIcon size={16} aria-hidden />}>
          {coming ? m.reports_exporting() : m.reports_export()}
        </Button>
      )}
    >
      {() =>
        coming ? (
          <ExportProgress coming={coming} onCancel={() => controller.current?.abort()} />
        ) : (
          <ExportChoices report={report} choice={choice} onChange={setChoice} fault={fault} onStart={start} />
        )
      }
    </Popup>
  );
}

const faultText = (error: unknown): string =>
  error instanceof FileFailed && error.message !== '' ? error.message : problemText(error);

const fileRequest = ({ company, apiFilter, subject, levels }: Report, choice: FileChoice) => ({
  companyId: company.id,
  ...withSubject(apiFilter, subject),
  ...choice,
  ...(choice.of === 'breakdown' ? { groupBy: levels } : {}),
  language: getLocale(),
});
