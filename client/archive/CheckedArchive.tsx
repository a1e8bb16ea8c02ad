import type { ArchiveContents } from '#contract/archive.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { focusSelf } from '../ui/focus-on-mount.ts';
import { formatInstant, formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { ArchiveButton } from './ArchiveFile.tsx';
import { ArchivePeople } from './ArchivePeople.tsx';
import classes from './archive.module.css';
import { checkArchiveFile, importArchiveFile } from './archive-import.ts';
import type { ArchiveOwner } from './archive-step.ts';

type Props = { owner: ArchiveOwner; file: File; contents: ArchiveContents; failure: string | null };

/** What is in an archive, and the button that imports it. */
export function CheckedArchive({ owner, file, contents, failure }: Props) {
  const { companyName, takenAt, worklogs, people } = contents;
  return (
    <div className={classes.part}>
      <div>
        <h3 ref={focusSelf} tabIndex={-1} className={classes.name}>
          {m.archive_of({ company: companyName })}
        </h3>
        <p className={`dimmed small ${classes.name}`}>
          {m.archive_taken({ at: formatInstant(takenAt), file: file.name })}
        </p>
      </div>
      <SummaryFigures figures={archiveFigures(contents)} />
      <ArchivePeople people={people} />
      <p>{m.archive_effect()}</p>
      {failure !== null && <FailureAlert text={failure} />}
      <div className={classes.buttons}>
        <Button onClick={() => importArchiveFile(owner, file, contents)}>
          {worklogs > 0 ? m.history_run({ count: worklogs }) : m.archive_import()}
        </Button>
        <Button variant="default" onClick={() => checkArchiveFile(owner, file)}>
          {m.history_check_again()}
        </Button>
        <ArchiveButton
          label={m.archive_choose_other()}
          onFiles={([chosen]) => chosen && checkArchiveFile(owner, chosen)}
        />
      </div>
    </div>
  );
}

export const archiveFigures = ({ projects, worklogs, receipts }: Omit<ArchiveContents, 'people' | 'takenAt'>) => [
  { label: m.shell_projects(), value: formatNumber(projects) },
  { label: m.shell_worklogs(), value: formatNumber(worklogs) },
  { label: m.receipts_title(), value: formatNumber(receipts) },
];
