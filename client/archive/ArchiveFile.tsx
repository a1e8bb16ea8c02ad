import FileArchive from 'lucide-react/icons/file-archive';
import FileUp from 'lucide-react/icons/file-up';
import { archiveType, maxArchiveMegabytes } from '#domain/archives.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { DropZone } from '../ui/DropZone.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { formatNumber } from '../ui/format.ts';
import { formatBytes } from '../worklog/receipt-file.ts';
import classes from './archive.module.css';
import { checkArchiveFile, isTooLarge } from './archive-import.ts';
import type { ArchiveOwner } from './archive-step.ts';

type Props = { owner: ArchiveOwner; file: File | null; failure: string | null };

/** The choice of a file; one that was refused, or whose check was cancelled, stays chosen. */
export function ArchiveFile({ owner, file, failure }: Props) {
  const check = ([chosen]: readonly File[]) => chosen && checkArchiveFile(owner, chosen);
  return (
    <>
      {failure !== null && <FailureAlert text={failure} />}
      <DropZone onFiles={check}>
        {file ? <ChosenArchive file={file} /> : <NoArchive />}
        <div className={classes.fileButtons}>
          {file && !isTooLarge(file) && <Button onClick={() => check([file])}>{m.history_check_again()}</Button>}
          <ArchiveButton label={file ? m.archive_choose_other() : m.archive_choose()} onFiles={check} />
        </div>
      </DropZone>
    </>
  );
}

export const ArchiveButton = ({ label, onFiles }: { label: string; onFiles: (files: readonly File[]) => void }) => (
  <FileButton variant="default" accept={`.zip,${archiveType}`} onFiles={onFiles}>
    {label}
  </FileButton>
);

const NoArchive = () => (
  <>
    <FileUp size={28} strokeWidth={1.5} aria-hidden />
    <p>{m.archive_drop()}</p>
    <p className="dimmed small">{m.archive_limits({ megabytes: formatNumber(maxArchiveMegabytes) })}</p>
  </>
);

const ChosenArchive = ({ file }: { file: File }) => (
  <>
    <FileArchive size={28} strokeWidth={1.5} aria-hidden />
    <p ref={focusSelf} tabIndex={-1} className={classes.name}>
      {file.name}
    </p>
    <p className="dimmed small">{formatBytes(file.size)}</p>
  </>
);
