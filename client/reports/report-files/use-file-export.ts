// The state of an export: the file that is being written, and why the last one failed. Continues when its panel is closed or the
// page is left.

import { useRef, useState } from 'react';
import { m } from '#locales/messages.js';
import { showToast } from '../../toast.ts';
import { problemText } from '../../ui/problem-text.ts';
import { FileFailed, type FileProgress, type FileRequest, saveFile } from './save-file.ts';

export function useFileExport() {
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const [fault, setFault] = useState('');
  const controller = useRef<AbortController>(null);
  const isInSight = useRef(false);
  const start = async (request: FileRequest) => {
    const abort = new AbortController();
    const { signal } = abort;
    controller.current = abort;
    setFault('');
    setProgress({ rowsWritten: 0, rowsExpected: null });
    try {
      const ended = await saveFile(request, { signal, onProgress: setProgress });
      if (ended === 'whole') showToast(m.reports_exported(), { type: 'success' });
    } catch (error) {
      const text = faultText(error);
      if (!signal.aborted) setFault(text);
      if (!signal.aborted && !isInSight.current) showToast(text, { type: 'error' });
    }
    setProgress(null);
  };
  const cancel = () => controller.current?.abort();
  const onToggle = (isOpen: boolean) => {
    isInSight.current = isOpen;
  };
  return { progress, fault, start, cancel, onToggle };
}

const faultText = (error: unknown): string =>
  error instanceof FileFailed && error.message !== '' ? error.message : problemText(error);
