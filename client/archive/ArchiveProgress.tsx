import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { ProgressBar, Spinner } from '../ui/Progress.tsx';
import { formatBytes } from '../worklog/receipt-file.ts';
import classes from './archive.module.css';

type Props = {
  title: string;
  text: string;
  /** Null: there is nothing to cancel, and nobody knows how long it takes. */
  progress: { file: File; sentShare: number; cancel: () => void } | null;
};

/** A file that is sent, and then what the server does with it. */
export function ArchiveProgress({ title, text, progress }: Props) {
  const isSending = progress !== null && progress.sentShare < 1;
  return (
    <div className={classes.part}>
      <h3 ref={focusSelf} tabIndex={-1} className={classes.name}>
        {title}
      </h3>
      {isSending && (
        <div>
          <ProgressBar value={progress.sentShare} max={1} label={title} />
          <p className="numeric dimmed small">
            {m.archive_sent({
              sent: formatBytes(progress.sentShare * progress.file.size),
              total: formatBytes(progress.file.size),
            })}
          </p>
        </div>
      )}
      <div className={classes.wait}>
        {!isSending && <Spinner />}
        <p role="status">{text}</p>
      </div>
      {progress && isSending && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={progress.cancel}>
            {m.ui_cancel()}
          </Button>
        </div>
      )}
    </div>
  );
}
