import DownloadIcon from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import classes from './files.module.css';
import type { useFileExport } from './use-file-export.ts';

type Props = {
  exporting: ReturnType<typeof useFileExport>;
  /** The choices, while no file is being written. */
  children: ReactNode;
};

/** A button that opens the choices of an export, and shows its progress. */
export const ExportPopup = ({ exporting: { progress, cancel, onToggle }, children }: Props) => (
  <Popup
    label={m.reports_export()}
    className={classes.panel}
    align="end"
    width={320}
    onToggle={onToggle}
    button={(trigger) => (
      <Button {...trigger} variant="default" leftSection={<DownloadIcon size={16} aria-hidden />}>
        {progress ? m.reports_exporting() : m.reports_export()}
      </Button>
    )}
  >
    {() => (progress ? <ExportProgress progress={progress} onCancel={cancel} /> : children)}
  </Popup>
);
